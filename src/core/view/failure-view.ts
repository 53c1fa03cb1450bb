import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Failure } from '../result.ts';

/** A failure with the field names that templates, the API and the log use. */
export function failureView(failure: Failure): PlainMapping {
  const fields: Record<string, PlainValue | undefined> = {
    kind: failure.kind,
    message: failure.message,
    retryable: failure.retryable,
    code: failure.code,
    status_code: failure.statusCode,
    task: failure.task,
    details: failure.details,
  };
  return mappingOf(
    Object.entries(fields).filter((entry): entry is [string, PlainValue] => entry[1] !== undefined),
  );
}
