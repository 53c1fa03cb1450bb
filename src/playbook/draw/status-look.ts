import type { DrawnStatus } from './draw-options.ts';

export interface Colours {
  readonly fill: string;
  readonly line: string;
  readonly text: string;
}

export interface StatusLook {
  readonly glyph: string;
  readonly ascii: string;
  readonly light: Colours;
  readonly dark: Colours;
}

const look = (glyph: string, ascii: string, light: Colours, dark: Colours): StatusLook => ({
  glyph,
  ascii,
  light,
  dark,
});
const colours = (fill: string, line: string, text: string): Colours => ({ fill, line, text });

/** A status is told by a glyph and a word as well as by its colour. */
export const STATUS_LOOK: Readonly<Record<DrawnStatus, StatusLook>> = {
  PENDING: look('○', '.', colours('#f6f8fa', '#8c959f', '#424a53'), colours('#21262d', '#6e7681', '#c9d1d9')),
  RUNNING: look('●', '>', colours('#ddf4ff', '#0969da', '#0a3069'), colours('#0c2d6b', '#58a6ff', '#cae8ff')),
  COMPLETED: look(
    '✓',
    '+',
    colours('#dafbe1', '#1a7f37', '#04421a'),
    colours('#033a16', '#3fb950', '#c2f2cb'),
  ),
  FAILED: look('✗', 'x', colours('#ffebe9', '#cf222e', '#660018'), colours('#5d0f12', '#f85149', '#ffdcd7')),
  CANCELLED: look(
    '⊘',
    '/',
    colours('#fff1e5', '#bc4c00', '#5c2200'),
    colours('#4a1d05', '#f0883e', '#ffdfb6'),
  ),
  PAUSED: look('‖', '=', colours('#fff8c5', '#9a6700', '#3b2300'), colours('#3d2b00', '#d29922', '#f8e3a1')),
  SKIPPED: look('–', '-', colours('#f6f8fa', '#afb8c1', '#6e7781'), colours('#161b22', '#484f58', '#8b949e')),
};
