import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { extendContext } from '../../core/render-context.ts';
import type { Failure } from '../../core/result.ts';
import { plainData } from '../../core/view/plain-data.ts';
import type { MockAnswer } from '../../playbook/model.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ToolCall, ToolIo, ToolOutcome } from '../../ports/tool.ts';
import { renderDeep } from '../../template/index.ts';
import type { Bench, MockedResponse } from '../bench.ts';

/** Gives a mock's answer to a call in the form its tool would have given it. */
export async function giveAnswer(
  answer: MockAnswer,
  count: number,
  call: ToolCall,
  io: ToolIo,
  clock: Clock,
  bench: Pick<Bench, 'answerHttp'>,
): Promise<ToolOutcome> {
  if (answer.kind === 'error') return errorOutcome(render(answer.error, count, call, clock) as PlainMapping);
  const data = render(answer.data, count, call, clock);
  if (call.kind === 'http') return bench.answerHttp(call, io, responseOf(data), clock.now());
  return { status: 'ok', data };
}

/** Templates in a mock see what the task sees, and the call: `input`, `config`, `call` (1, 2, …). */
function render(
  value: PlainValue,
  count: number,
  { context, input, config }: ToolCall,
  clock: Clock,
): PlainValue {
  const names = extendContext(context, { input, config, call: count });
  return plainData(renderDeep(value, names, { now: () => clock.now() }));
}

function errorOutcome(error: PlainMapping): ToolOutcome {
  const status = error.status_code ?? error.status;
  const statusCode = typeof status === 'number' ? status : undefined;
  const failure: Failure = {
    kind: typeof error.kind === 'string' ? error.kind : 'mocked',
    message: typeof error.message === 'string' ? error.message : 'the mock says so',
    retryable: error.retryable === true,
    ...(typeof error.code === 'string' ? { code: error.code } : {}),
    ...(statusCode === undefined ? {} : { statusCode }),
    ...(isMapping(error.details) ? { details: error.details } : {}),
  };
  const about = statusCode === undefined ? {} : { about: { http: { status: statusCode, headers: {} } } };
  const data = error.data === undefined ? {} : { data: error.data };
  return { status: 'error', error: failure, ...data, ...about };
}

const RESPONSE_FIELDS: ReadonlySet<string> = new Set(['status_code', 'status', 'headers', 'data', 'body']);

/** A mapping with nothing but fields of a response is one; anything else is the body of a good one. */
function responseOf(data: PlainValue): MockedResponse {
  if (!isMapping(data) || !isResponse(data)) return { status: 200, headers: {}, body: data };
  const status = data.status_code ?? data.status;
  return {
    status: typeof status === 'number' ? status : 200,
    headers: isMapping(data.headers) ? data.headers : {},
    body: data.body ?? data.data ?? null,
  };
}

function isResponse(data: PlainMapping): boolean {
  const keys = Object.keys(data);
  return keys.length > 0 && keys.every(key => RESPONSE_FIELDS.has(key));
}

/** Waits on the virtual clock, but not longer than the task is wanted. */
export function virtualTime(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const cancel = clock.at(clock.now() + milliseconds, resolve);
    signal.addEventListener(
      'abort',
      () => {
        cancel();
        resolve();
      },
      { once: true },
    );
  });
}
