import { EMPTY_MAPPING, isMapping, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import type { Failure } from '../core/result.ts';
import { storedBodyOf } from '../core/stored-body.ts';
import { withoutBookkeeping } from '../core/user-data.ts';
import { isResponse, viewOf, withFields } from '../core/view/data-view.ts';
import { errorView } from '../core/view/error-view.ts';
import type { ToolOutcome } from '../ports/tool.ts';
import type { Load } from './services.ts';

/** What one execution of a task came to, as policies, `set` and later tasks see it. */
export interface Output {
  readonly data: PlainValue;
  readonly error: Failure | undefined;
  /** The envelope: `status`, `data`, `error`, `http`, `meta`, and beside them the fields of the data. */
  readonly view: Readonly<Record<string, unknown>>;
}

/** `load` gives the body of a response that is stored, when it is read. */
export function outputOf(
  outcome: Exclude<ToolOutcome, { status: 'parked' }>,
  meta: PlainMapping,
  load: Load,
): Output {
  const error = outcome.status === 'error' ? outcome.error : undefined;
  const data = outcome.data ?? null;
  const { http = null, meta: more = EMPTY_MAPPING } = outcome.about ?? {};
  const shown = viewOf(data, load);
  const envelope: Readonly<Record<string, unknown>> = {
    status: outcome.status,
    ok: error === undefined,
    success: error === undefined,
    data: shown,
    result: shown,
    error: error ? errorView(error) : null,
    http,
    meta: { ...meta, ...more },
    ref: storedBodyOf(data)?._ref ?? null,
  };
  return { data, error, view: Object.assign(fieldsOf(data, shown), envelope) };
}

/** The fields of the data, beside which the envelope stands. */
function fieldsOf(data: PlainValue, shown: unknown): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  if (!isMapping(data)) return fields;
  Object.assign(fields, withoutBookkeeping(data));
  return isResponse(data) ? withFields(fields, { body: () => (shown as typeof fields).body }) : fields;
}

export const failed = (
  kind: string,
  message: string,
  more: Partial<Failure> = {},
): Exclude<ToolOutcome, { status: 'ok' | 'parked' }> => ({
  status: 'error',
  error: { kind, message, retryable: false, ...more },
});
