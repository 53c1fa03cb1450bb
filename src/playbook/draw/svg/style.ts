import type { DrawnStatus, DrawOptions } from '../draw-options.ts';
import { STATUS_LOOK } from '../status-look.ts';
import { LABEL_SIZE, NAME_SIZE, NOTE_SIZE } from './measure.ts';

interface Palette {
  readonly fill: string;
  readonly line: string;
  readonly text: string;
  readonly note: string;
  readonly arc: string;
  readonly failure: string;
  readonly back: string;
  readonly chip: string;
  readonly chipText: string;
}

// Arcs are drawn on the reader's background, whatever it is: their colours are readable on black and white.
const LIGHT: Palette = {
  fill: '#ffffff',
  line: '#8c959f',
  text: '#1f2328',
  note: '#59636e',
  arc: '#818b98',
  failure: '#d1242f',
  back: '#8250df',
  chip: '#eff2f5',
  chipText: '#424a53',
};

const DARK: Palette = {
  fill: '#151b23',
  line: '#656c76',
  text: '#f0f6fc',
  note: '#9198a1',
  arc: '#818b98',
  failure: '#f85149',
  back: '#ab7df8',
  chip: '#262c36',
  chipText: '#c7d0d9',
};

const FIXED_WIDTH = "ui-monospace,SFMono-Regular,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace";

/** The style sheet. Every selector begins with our class: a drawing may be put into somebody's page. */
export function styleSheet(
  theme: DrawOptions['theme'],
  statuses: ReadonlySet<DrawnStatus>,
  showsTaken: boolean,
): string {
  const light = coloured(LIGHT, statuses, 'light');
  const dark = coloured(DARK, statuses, 'dark');
  const scheme =
    theme === 'dark'
      ? dark
      : theme === 'light'
        ? light
        : [...light, '@media (prefers-color-scheme:dark){', ...dark, '}'];
  return [...SHAPES, ...(showsTaken ? TAKEN : []), ...scheme].join('\n');
}

const rule = (selector: string, declarations: string): string => `.noetl-graph ${selector}{${declarations}}`;

const SHAPES: readonly string[] = [
  rule('text', `font-family:${FIXED_WIDTH};text-anchor:middle`),
  rule('.name', `font-size:${NAME_SIZE}px;font-weight:600`),
  rule('.note', `font-size:${NOTE_SIZE}px`),
  rule('.label text', `font-size:${LABEL_SIZE}px`),
  rule('.box', 'stroke-width:1.25'),
  rule('.entry .box', 'stroke-width:2'),
  rule('.unreachable .box', 'stroke-dasharray:4 3'),
  rule('.unreachable', 'opacity:.65'),
  rule('.arc', 'fill:none;stroke-width:1.4'),
  rule('.failure', 'stroke-dasharray:5 4'),
  rule('.implicit', 'stroke-dasharray:1.5 4;stroke-linecap:round'),
];

/** Where an execution is drawn: the way it went, and the ways it did not go. */
const TAKEN: readonly string[] = [rule('.taken', 'stroke-width:2.4'), rule('.untaken', 'opacity:.35')];

function coloured(
  palette: Palette,
  statuses: ReadonlySet<DrawnStatus>,
  scheme: 'light' | 'dark',
): readonly string[] {
  return [
    rule('.box', `fill:${palette.fill};stroke:${palette.line}`),
    rule('.name', `fill:${palette.text}`),
    rule('.note', `fill:${palette.note}`),
    rule('.arc', `stroke:${palette.arc}`),
    rule('.tip,.noetl-graph .dot', `fill:${palette.arc}`),
    rule('.arc.back', `stroke:${palette.back}`),
    rule('.tip.back', `fill:${palette.back}`),
    rule('.arc.failure', `stroke:${palette.failure}`),
    rule('.tip.failure', `fill:${palette.failure}`),
    rule('.label rect', `fill:${palette.chip}`),
    rule('.label text', `fill:${palette.chipText}`),
    rule('.label.failure text', `fill:${palette.failure}`),
    rule('.label.back text', `fill:${palette.back}`),
    ...[...statuses].sort().flatMap(status => {
      const { fill, line, text } = STATUS_LOOK[status][scheme];
      return [
        rule(`.${status} .box`, `fill:${fill};stroke:${line}`),
        rule(`.${status} text`, `fill:${text}`),
      ];
    }),
  ];
}
