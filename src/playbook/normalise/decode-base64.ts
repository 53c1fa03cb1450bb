/** The text that a base64 text encodes; undefined if it is none, or a template. */
export function decodeBase64(text: string): string | undefined {
  // Almost every text is none, and some are long: one look finds the first character that cannot be in it.
  if (/[^A-Za-z0-9+/=\s]/.test(text)) return undefined;
  const compact = text.replace(/\s+/g, '');
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) return undefined;
  const bytes = Uint8Array.from(atob(compact), character => character.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
