import { mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import type { Failure } from '../result.ts';

/** A failure as conditions read it: every field is there, null where nothing is known. */
export function errorView(error: Failure): PlainMapping {
  return mappingOf([
    ['kind', error.kind],
    ['message', error.message],
    ['retryable', error.retryable],
    ['code', error.code ?? null],
    ['status', error.statusCode ?? null],
    ['status_code', error.statusCode ?? null],
    ['task', error.task ?? null],
    ['details', error.details ?? null],
  ]);
}
