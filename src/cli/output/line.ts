import type { Paint } from './paint.ts';
import { cutToWidth, textWidth } from './text-width.ts';

export type Style = 'plain' | 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** A stretch of text in one style. */
export interface Span {
  readonly text: string;
  readonly style: Style;
}

/** What stands in one row of a terminal. Styles are applied last, so that widths can be counted. */
export type Line = readonly Span[];

export const span = (text: string, style: Style = 'plain'): Span => ({ text, style });

export const lineWidth = (line: Line): number => line.reduce((sum, { text }) => sum + textWidth(text), 0);

/** The line in at most `width` cells. */
export function fitLine(line: Line, width: number): Line {
  const fitted: Span[] = [];
  let left = width;
  for (const { text, style } of line) {
    const wide = textWidth(text);
    if (wide <= left) fitted.push({ text, style });
    else return left > 0 ? [...fitted, { text: cutToWidth(text, left), style }] : fitted;
    left -= wide;
  }
  return fitted;
}

export const paintLine = (line: Line, paint: Paint): string =>
  line.map(({ text, style }) => (style === 'plain' ? text : paint[style](text))).join('');

/** Groups of spans with two blanks between them; empty ones are left out. */
export const spaced = (groups: readonly Line[]): Line =>
  groups
    .filter(group => lineWidth(group) > 0)
    .flatMap((group, index) => (index === 0 ? group : [span('  '), ...group]));
