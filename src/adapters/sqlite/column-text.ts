/*
 * A text column ends at its first NUL when the driver reads it, and cannot hold a lone surrogate. Both
 * are written as `\uXXXX`; so is the backslash of a text that contains such an escape already. All other
 * texts, which is all that people write, stand in the column as they are.
 */
const UNSTORABLE =
  /\0|\\(?=u[0-9a-f]{4})|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPE = /\\u([0-9a-f]{4})/g;

export const columnText = {
  write: (text: string): string =>
    text.replace(UNSTORABLE, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  read: (text: string): string =>
    text.includes('\\u')
      ? text.replace(ESCAPE, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      : text,
};
