import { defineBuiltins } from '../../builtin.ts';
import { capitalize, swapCase, titleCase } from '../text/case.ts';
import { toSameSize } from './on-text.ts';

/** `casefold` differs from lower case in few letters; the sharp s is the one that occurs. */
const caseFold = (text: string): string => text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ');

export const CASE_METHODS = defineBuiltins('method of str', {
  upper: [[], toSameSize(text => text.toUpperCase())],
  lower: [[], toSameSize(text => text.toLowerCase())],
  title: [[], toSameSize(titleCase)],
  capitalize: [[], toSameSize(capitalize)],
  swapcase: [[], toSameSize(swapCase)],
  casefold: [[], toSameSize(caseFold)],
});
