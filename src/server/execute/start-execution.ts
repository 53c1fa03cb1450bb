import type { IncomingHttpHeaders } from 'node:http';
import { mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import { SHARED_POOL } from '../../common/pool-name.ts';
import { countEvents } from '../../core/codec/count-events.ts';
import type { Playbook } from '../../playbook/model.ts';
import { HttpError, notFound, unprocessable } from '../http-error.ts';
import type { ServerServices } from '../services.ts';
import { traceOfRequest } from '../tracing/trace-of-request.ts';
import { startOnce } from './dedup.ts';
import { type ExecuteBody, findStartable } from './find-startable.ts';

export interface Executed {
  readonly execution_id: string;
  readonly status: 'started' | 'duplicate';
  readonly commands_generated: number;
}

/** Kinds of resources that can be run. */
const RUNNABLE: readonly string[] = ['playbook', 'agent'];

/** Starts what a request asks for; when it resolves, the start is durable. */
export async function startExecution(
  services: ServerServices,
  request: ExecuteBody,
  headers: IncomingHttpHeaders,
): Promise<Executed> {
  mustBeRunnable(request.resource_kind);
  const parent = await parentOf(services, request);
  const { playbook, ...found } = await findStartable(services, request);
  const { entry, dedup } = request;
  if (entry !== undefined) mustHaveStep(playbook, entry);
  mustBeItsPool(playbook, request.execution_pool || undefined);
  const start = {
    playbook,
    ...found,
    payload: payloadOf(request),
    ...(entry === undefined ? {} : { entry }),
    ...traceOfRequest(headers, request.trace),
  };
  if (!dedup) return started(services, await services.engine.start(start));
  const { executionId, isDuplicate } = await startOnce(
    services,
    { scope: parent, key: dedup.key, seconds: dedup.window_secs ?? DEDUP_SECONDS },
    id => services.engine.start({ ...start, executionId: id }),
  );
  if (isDuplicate) return { execution_id: executionId, status: 'duplicate', commands_generated: 0 };
  return started(services, executionId);
}

/** Unless the request says how long. */
const DEDUP_SECONDS = 3600;

/** Keys of `payload` win over those of its older names. */
const payloadOf = ({ workload, parameters, payload }: ExecuteBody): PlainMapping =>
  mappingOf([workload, parameters, payload].flatMap(values => Object.entries(values ?? {})));

function mustBeRunnable(kind: string | undefined): void {
  if (kind === undefined || RUNNABLE.includes(kind.toLowerCase())) return;
  throw unprocessable(`a resource of kind '${kind}' cannot be run: ${RUNNABLE.join(' or ')}`);
}

async function parentOf(
  { events }: ServerServices,
  { parent_execution_id: parent }: ExecuteBody,
): Promise<string> {
  if (parent === undefined) return '';
  if (!(await events.summary(String(parent)))) {
    throw notFound(`there is no execution '${parent}' to be the parent`);
  }
  return String(parent);
}

function mustHaveStep({ workflow, metadata }: Playbook, entry: string): void {
  const names = workflow.map(({ name }) => name);
  if (names.includes(entry)) return;
  throw unprocessable(
    `playbook '${metadata.path}' has no step '${entry}' to start from; it has: ${names.join(', ')}`,
  );
}

/** Servers of older generations chose the pool by the request; here nothing would come of it. */
function mustBeItsPool({ executor, metadata }: Playbook, asked: string | undefined): void {
  const own = executor.pool ?? SHARED_POOL;
  if (asked === undefined || asked === own) return;
  throw unprocessable(
    `execution_pool '${asked}' cannot be chosen by a request: playbook '${metadata.path}' runs in the pool '${own}', unless its steps name others. ` +
      `Write \`executor: { spec: { pool: … } }\` into it, or \`spec: { pool: … }\` into steps`,
  );
}

async function started({ events }: ServerServices, executionId: string): Promise<Executed> {
  const [first] = await events.read(executionId, 1, { limit: 1 });
  if (!first) throw new HttpError(410, `execution ${executionId} was removed just now`);
  const issued = first.events.filter(({ type }) => type === 'command.issued');
  return { execution_id: executionId, status: 'started', commands_generated: countEvents(issued) };
}
