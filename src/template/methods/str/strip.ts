import { defineBuiltins, type Run } from '../../builtin.ts';
import { expectText } from '../../value/expect.ts';
import { textOr } from '../arguments.ts';
import { payScan } from '../text/pay.ts';
import { type Side, strip } from '../text/whitespace.ts';
import { onText } from './on-text.ts';

const stripping = (name: string, side: Side): Run =>
  onText((text, [chars], runtime) => {
    payScan(text, runtime);
    return strip(text, side, textOr(chars, undefined, `the argument 'chars' of '${name}'`));
  });

export const STRIP_METHODS = defineBuiltins('method of str', {
  strip: [['chars?'], stripping('strip', 'both')],
  lstrip: [['chars?'], stripping('lstrip', 'left')],
  rstrip: [['chars?'], stripping('rstrip', 'right')],
  removeprefix: [
    ['prefix'],
    onText((text, [prefix]) => {
      const start = expectText(prefix, "the argument 'prefix' of 'removeprefix'");
      return text.startsWith(start) ? text.slice(start.length) : text;
    }),
  ],
  removesuffix: [
    ['suffix'],
    onText((text, [suffix]) => {
      const end = expectText(suffix, "the argument 'suffix' of 'removesuffix'");
      return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;
    }),
  ],
});
