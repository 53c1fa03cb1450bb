import type { Paint } from './paint.ts';
import type { Terminal } from './terminal.ts';

/** Where a command writes. Results go to `out`, everything about them to `err`, so that pipes stay clean. */
export interface Console {
  out(text: string): void;
  err(text: string): void;
  readonly outPaint: Paint;
  readonly errPaint: Paint;
  /** The terminal behind `err`, where a picture may be kept up to date; undefined: there are lines only. */
  readonly terminal?: Terminal | undefined;
  /** Columns of the terminal behind `out`; undefined: a program reads it, or a file is written. */
  readonly outColumns?: number | undefined;
}
