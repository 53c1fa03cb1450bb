import type { Registry } from '../../builtin.ts';
import { BUILD_METHODS } from './build.ts';
import { CASE_METHODS } from './case.ts';
import { CLASSIFY_METHODS } from './classify.ts';
import { PAD_METHODS } from './pad.ts';
import { SEARCH_METHODS } from './search.ts';
import { SPLIT_METHODS } from './split.ts';
import { STRIP_METHODS } from './strip.ts';

export const STR_METHODS: Registry = new Map([
  ...CASE_METHODS,
  ...STRIP_METHODS,
  ...SPLIT_METHODS,
  ...SEARCH_METHODS,
  ...PAD_METHODS,
  ...CLASSIFY_METHODS,
  ...BUILD_METHODS,
]);
