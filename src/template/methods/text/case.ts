/** A letter with a case, as far as words and titles are concerned. */
const CASED = /[\p{Lu}\p{Ll}\p{Lt}]/u;

/** The first character in upper case, the rest in lower case. */
export function capitalize(text: string): string {
  const first = firstCharacter(text);
  return titleCharacter(first) + text.slice(first.length).toLowerCase();
}

/** Upper case; of a letter that becomes two, such as the sharp s, only the first is. */
function titleCharacter(char: string): string {
  const upper = char.toUpperCase();
  return upper.length > char.length ? upper.slice(0, 1) + upper.slice(1).toLowerCase() : upper;
}

export const firstCharacter = (text: string): string =>
  text === '' ? '' : String.fromCodePoint(text.codePointAt(0) as number);

/** `str.title`: a letter after anything that is not a letter is upper case, so `they're` becomes `They'Re`. */
export function titleCase(text: string): string {
  let result = '';
  let inWord = false;
  for (const char of text) {
    result += inWord ? char.toLowerCase() : titleCharacter(char);
    inWord = CASED.test(char);
  }
  return result;
}

export function swapCase(text: string): string {
  let result = '';
  for (const char of text) result += isUpper(char) ? char.toLowerCase() : char.toUpperCase();
  return result;
}

const UPPER = /\p{Uppercase}/u;
const LOWER = /\p{Lowercase}/u;

const isUpper = (char: string): boolean => UPPER.test(char);

/** At least one letter with a case, and none in the other case. */
export const isUpperText = (text: string): boolean =>
  UPPER.test(text) && !LOWER.test(text) && !TITLE.test(text);
export const isLowerText = (text: string): boolean =>
  LOWER.test(text) && !UPPER.test(text) && !TITLE.test(text);

const TITLE = /\p{Lt}/u;

/** Upper case only after characters without a case, lower case only after ones with. */
export function isTitleText(text: string): boolean {
  let inWord = false;
  let found = false;
  for (const char of text) {
    const upper = UPPER.test(char) || TITLE.test(char);
    const lower = !upper && LOWER.test(char);
    if ((upper && inWord) || (lower && !inWord)) return false;
    inWord = upper || lower;
    found ||= inWord;
  }
  return found;
}
