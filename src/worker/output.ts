import {
  EMPTY_MAPPING,
  isMapping,
  mappingOf,
  type PlainMapping,
  type PlainValue,
} from '../common/plain-value.ts';
import type { Failure } from '../core/result.ts';
import { errorView } from '../core/view/error-view.ts';
import type { ToolOutcome } from '../ports/tool.ts';

/** What one execution of a task came to, as policies, `set` and later tasks see it. */
export interface Output {
  readonly data: PlainValue;
  readonly error: Failure | undefined;
  /** The envelope: `status`, `data`, `error`, `http`, `meta`, and beside them the fields of the data. */
  readonly view: PlainMapping;
}

export function outputOf(outcome: Exclude<ToolOutcome, { status: 'parked' }>, meta: PlainMapping): Output {
  const error = outcome.status === 'error' ? outcome.error : undefined;
  const data = outcome.data ?? null;
  const http = outcome.about?.http;
  return {
    data,
    error,
    view: mappingOf([
      ...Object.entries(isMapping(data) ? data : EMPTY_MAPPING),
      ['status', outcome.status],
      ['ok', error === undefined],
      ['success', error === undefined],
      ['data', dataView(data)],
      ['result', data],
      ['error', error ? errorView(error) : null],
      [
        'http',
        http
          ? mappingOf([
              ['status', http.status],
              ['headers', http.headers],
            ])
          : null,
      ],
      ['meta', mappingOf([...Object.entries(meta), ...Object.entries(outcome.about?.meta ?? {})])],
      ['ref', null],
    ]),
  };
}

/** The body of an HTTP response is read as `output.data.data.x` and as `output.data.x`. */
function dataView(data: PlainValue): PlainValue {
  if (!isMapping(data) || !('status_code' in data) || !isMapping(data.data)) return data;
  return mappingOf([...Object.entries(data.data), ...Object.entries(data)]);
}

export const failed = (
  kind: string,
  message: string,
  more: Partial<Failure> = {},
): Exclude<ToolOutcome, { status: 'ok' | 'parked' }> => ({
  status: 'error',
  error: { kind, message, retryable: false, ...more },
});
