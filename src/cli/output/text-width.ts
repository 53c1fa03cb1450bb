/** Marks that join the character before them: accents, variation selectors, joiners. */
const COMBINING = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
/** Characters that fill two cells: East Asian scripts, full-width forms, pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const ASCII = /^[\x20-\x7e]*$/;

/** Made when it is first needed: it loads tables that plain texts do without. */
let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** How many cells of a terminal a text without control characters fills. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes(text)) width += graphemeWidth(segment);
  return width;
}

/** The text in at most `width` cells; where something is left out it ends with an ellipsis. */
export function cutToWidth(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width <= 0) return '';
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes(text)) {
    const next = graphemeWidth(segment);
    if (used + next > width - 1) break;
    kept += segment;
    used += next;
  }
  return `${kept}…`;
}

/** The text followed by blanks up to `width` cells. */
export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - textWidth(text)));

function graphemeWidth(grapheme: string): number {
  if (COMBINING.test(grapheme)) return 0;
  return WIDE.test(grapheme) || grapheme.includes('\ufe0f') ? 2 : 1;
}
