import { defineBuiltins, type Run } from '../../builtin.ts';
import { isLowerText, isTitleText, isUpperText } from '../text/case.ts';
import { payScan } from '../text/pay.ts';
import { isSpace } from '../text/whitespace.ts';
import { onText } from './on-text.ts';

const asking = (answer: (text: string) => boolean): Run =>
  onText((text, _args, runtime) => {
    payScan(text, runtime);
    return answer(text);
  });

const matching = (pattern: RegExp): Run => asking(text => pattern.test(text));

const isSpaceText = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (!isSpace(text.charCodeAt(i))) return false;
  return text !== '';
};

/** Digits are decimal ones and such as superscripts; numerics also fractions and the like. */
export const CLASSIFY_METHODS = defineBuiltins('method of str', {
  isdecimal: [[], matching(/^\p{Nd}+$/u)],
  isdigit: [[], matching(/^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468]+$/u)],
  isnumeric: [[], matching(/^[\p{N}]+$/u)],
  isalpha: [[], matching(/^\p{L}+$/u)],
  isalnum: [[], matching(/^[\p{L}\p{N}]+$/u)],
  isidentifier: [[], matching(/^[\p{XID_Start}_]\p{XID_Continue}*$/u)],
  isascii: [[], matching(/^\p{ASCII}*$/u)],
  isprintable: [[], asking(text => !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(text))],
  isspace: [[], asking(isSpaceText)],
  isupper: [[], asking(isUpperText)],
  islower: [[], asking(isLowerText)],
  istitle: [[], asking(isTitleText)],
});
