/** What differs from run to run, and what stands for it. Both sides are treated alike. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\b\d{17,19}\b/g, 'ID'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/g, 'TIME'],
  [/\b\d+(\.\d+)? (ms|s|min \d+ s|h \d+ min|min|h)\b/g, 'DURATION'],
  [/\b\d+(\.\d+)? (B|KiB|MiB|GiB)\b/g, 'SIZE'],
  [/\bprocess \d+\b/g, 'process N'],
  [/[ \t]+/g, ' '],
  [/ $/gm, ''],
];

export const withoutChanging = (text: string): string =>
  CHANGING.reduce((changed, [pattern, sign]) => changed.replace(pattern, sign), text).trim();

/** Whether a page shows what was printed. A line `…` in the page stands for any number of lines. */
export function isSameOutput(shown: string, printed: string): boolean {
  const lines = withoutChanging(shown).split('\n');
  const pattern = lines.map(line => (line.trim() === '…' ? '(?:.*\\n)*?' : `${escaped(line)}\n`)).join('');
  return new RegExp(`^${pattern}$`).test(`${withoutChanging(printed)}\n`);
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
