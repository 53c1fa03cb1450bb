import type { Meter } from '../../budget.ts';
import { defineBuiltins, type Run } from '../../builtin.ts';
import { typeError } from '../../error.ts';
import { expectInteger } from '../../value/expect.ts';
import { textLength } from '../../value/iterate.ts';
import { integerOr, textOr } from '../arguments.ts';
import { center, padLeft, padRight, zeroFill } from '../text/fill.ts';
import { onText } from './on-text.ts';

type Pad = (text: string, width: number, fill: string, meter: Meter) => string;

const padding = (name: string, pad: Pad): Run =>
  onText((text, [width, fillchar], runtime) => {
    const fill = textOr(fillchar, ' ', `the argument 'fillchar' of '${name}'`);
    if (textLength(fill) !== 1) typeError(`the argument 'fillchar' of '${name}' must be one character`);
    runtime.produce(text.length);
    return pad(text, expectInteger(width, `the width of '${name}'`), fill, runtime);
  });

/** Tabs reach to the next multiple of `size` within their line. */
function expandTabs(text: string, size: number, meter: Meter): string {
  meter.produce(text.length);
  let column = 0;
  let result = '';
  for (const char of text) {
    const width = char === '\t' ? (size > 0 ? size - (column % size) : 0) : 1;
    if (char === '\t') meter.produce(width);
    result += char === '\t' ? ' '.repeat(width) : char;
    column = char === '\n' || char === '\r' ? 0 : column + width;
  }
  return result;
}

export const PAD_METHODS = defineBuiltins('method of str', {
  ljust: [['width', 'fillchar?'], padding('ljust', padRight)],
  rjust: [['width', 'fillchar?'], padding('rjust', padLeft)],
  center: [['width', 'fillchar?'], padding('center', center)],
  zfill: [
    ['width'],
    onText((text, [width], runtime) => {
      runtime.produce(text.length);
      return zeroFill(text, expectInteger(width, "the width of 'zfill'"), runtime);
    }),
  ],
  expandtabs: [
    ['tabsize?'],
    onText((text, [tabsize], runtime) =>
      expandTabs(text, integerOr(tabsize, 8, "the argument 'tabsize' of 'expandtabs'"), runtime),
    ),
  ],
});
