import type { Registry } from '../builtin.ts';
import { COMPARE_TESTS } from './compare.ts';
import { KIND_TESTS } from './kinds.ts';
import { NUMBER_TESTS } from './numbers.ts';
import { SET_TESTS } from './sets.ts';
import { TEXT_TESTS } from './text.ts';
import { VOCABULARY_TESTS } from './vocabulary.ts';

/** Every test by name. */
export const TESTS: Registry = new Map([
  ...KIND_TESTS,
  ...COMPARE_TESTS,
  ...NUMBER_TESTS,
  ...TEXT_TESTS,
  ...SET_TESTS,
  ...VOCABULARY_TESTS,
]);
