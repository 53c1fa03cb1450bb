import type { Paint } from './paint.ts';

/** Where a command writes. Results go to `out`, everything about them to `err`, so that pipes stay clean. */
export interface Console {
  out(text: string): void;
  err(text: string): void;
  readonly outPaint: Paint;
  readonly errPaint: Paint;
}
