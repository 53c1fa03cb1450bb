import type { IncomingHttpHeaders } from 'node:http';
import { ExecuteRequest } from '../../api/routes/execute.ts';
import { answerOf } from '../error-response.ts';
import { refuseTypos } from '../refuse-typos.ts';
import type { ServerServices } from '../services.ts';
import { makeValidatorCompiler } from '../validate.ts';
import type { ExecuteBody } from './find-startable.ts';
import { type Executed, startExecution } from './start-execution.ts';

export interface BatchItem {
  readonly index: number;
  readonly status: Executed['status'] | 'error';
  readonly execution_id?: string;
  readonly commands_generated: number;
  readonly error?: string;
}

/** Started at the same time: their first turns share commits. */
const AT_ONCE = 100;

const check = makeValidatorCompiler()({
  schema: ExecuteRequest,
  method: 'POST',
  url: '/api/execute/batch',
  httpPart: 'body',
});

/** Starts all that can be started; what is wrong with one is told of that one. */
export async function startBatch(
  services: ServerServices,
  requests: readonly unknown[],
  headers: IncomingHttpHeaders,
): Promise<readonly BatchItem[]> {
  const items: BatchItem[] = [];
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    const part = requests.slice(from, from + AT_ONCE);
    const starting = part.map((request, at) => startOne(services, request, from + at, headers));
    items.push(...(await Promise.all(starting)));
  }
  return items;
}

async function startOne(
  services: ServerServices,
  request: unknown,
  index: number,
  headers: IncomingHttpHeaders,
): Promise<BatchItem> {
  try {
    return { index, ...(await startExecution(services, checked(request), headers)) };
  } catch (error) {
    const { status, body } = answerOf(error);
    // What nobody foresaw fails the request as a whole, and is written to the server's log.
    if (status === 500) throw error;
    return { index, status: 'error', commands_generated: 0, error: body.error };
  }
}

function checked(request: unknown): ExecuteBody {
  const verdict = check(request) as { readonly value: unknown } | { readonly error: Error };
  if ('error' in verdict) throw Object.assign(verdict.error, { validationContext: 'body' });
  refuseTypos(ExecuteRequest, verdict.value);
  return verdict.value as ExecuteBody;
}
