import type { Registry } from '../builtin.ts';
import { BATCH_FILTERS } from './batches.ts';
import { CONVERT_FILTERS } from './convert.ts';
import { DEFAULT_FILTERS } from './default.ts';
import { ENCODING_FILTERS } from './encoding.ts';
import { HTML_FILTERS } from './html.ts';
import { JSON_FILTERS } from './json.ts';
import { LAYOUT_FILTERS } from './layout.ts';
import { MAPPING_FILTERS } from './mappings.ts';
import { NUMBER_FILTERS } from './numbers.ts';
import { ORDER_FILTERS } from './order.ts';
import { PATH_FILTERS } from './paths.ts';
import { PPRINT_FILTERS } from './pprint.ts';
import { REGEX_FILTERS } from './regex.ts';
import { SELECT_FILTERS } from './select.ts';
import { SEQUENCE_FILTERS } from './sequences.ts';
import { SET_FILTERS } from './sets.ts';
import { TEXT_FILTERS } from './text.ts';
import { CASE_FILTERS } from './text-case.ts';
import { TIME_FILTERS } from './times.ts';
import { URL_FILTERS } from './url.ts';
import { URLIZE_FILTERS } from './urlize.ts';

/** Every filter by name. A new one goes into the file of its subject, and into the reference page. */
export const FILTERS: Registry = new Map([
  ...DEFAULT_FILTERS,
  ...CONVERT_FILTERS,
  ...NUMBER_FILTERS,
  ...CASE_FILTERS,
  ...TEXT_FILTERS,
  ...LAYOUT_FILTERS,
  ...HTML_FILTERS,
  ...URLIZE_FILTERS,
  ...URL_FILTERS,
  ...SEQUENCE_FILTERS,
  ...BATCH_FILTERS,
  ...SELECT_FILTERS,
  ...ORDER_FILTERS,
  ...SET_FILTERS,
  ...MAPPING_FILTERS,
  ...JSON_FILTERS,
  ...PPRINT_FILTERS,
  ...ENCODING_FILTERS,
  ...REGEX_FILTERS,
  ...TIME_FILTERS,
  ...PATH_FILTERS,
]);
