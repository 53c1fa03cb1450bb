import type { Console } from '../../src/cli/output/console.ts';
import { createPaint } from '../../src/cli/output/paint.ts';

export interface CapturedConsole extends Console {
  readonly written: { out: string; err: string };
}

/** A console that remembers what was written. Without colour unless asked, so that texts compare plainly. */
export function capturedConsole(colour = false): CapturedConsole {
  const written = { out: '', err: '' };
  return {
    written,
    out: text => {
      written.out += text;
    },
    err: text => {
      written.err += text;
    },
    outPaint: createPaint(colour),
    errPaint: createPaint(colour),
  };
}
