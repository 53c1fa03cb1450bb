/** The beginning of a text, not cut in the middle of a character. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)}…`;
}
