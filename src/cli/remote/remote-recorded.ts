import type { ResponseOf } from '../../api/route.ts';
import type { Routes } from '../../api/routes/index.ts';
import { ApiError, type Client, type Execution, type StreamedLine } from '../../client/index.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import type { Recorded, ViewAt } from '../../compose/read.ts';
import { fold } from '../../core/fold/fold.ts';
import type { State } from '../../core/state.ts';
import { type LogFilter, type PrintedLine, printedLine } from '../../core/view/printed-lines.ts';
import type { ExecutionFilter, ExecutionSummary } from '../../ports/event-store.ts';
import type { LogAddress, LogLine } from '../../ports/log-store.ts';
import type { KeptPlaybook } from '../../ports/playbook-store.ts';
import { RemoteLog } from './remote-log.ts';
import { remoteQueue } from './remote-queue.ts';
import { remoteTurns } from './remote-turns.ts';

type Entry = Omit<Execution, 'events' | 'events_included' | 'events_endpoint' | 'pagination' | 'workload'>;

/** What a server recorded, in the form in which commands read a data directory. */
export function remoteRecorded(client: Client): Recorded {
  const logs = new Map<string, RemoteLog>();
  const logOf = (executionId: string): RemoteLog => {
    const log = logs.get(executionId) ?? new RemoteLog(client, executionId);
    logs.set(executionId, log);
    return log;
  };
  const list = (filter: ExecutionFilter = {}) => listExecutions(client, filter);
  return {
    events: {
      read: (executionId, fromVersion) => logOf(executionId).read(fromVersion),
      summary: executionId => unlessAbsent(findExecution(client, executionId)),
      list,
      open: async () => (await Promise.all(OPEN.map(status => list({ status })))).flat().map(idOf),
    },
    playbooks: { find: executionId => findPlaybook(client, executionId) },
    logs: { read: address => readLines(client, address) },
    follow: uri => followRef(client, uri),
    lines: (executionId, signal) => streamLines(client, executionId, signal),
    turns: executionId => remoteTurns(client, logOf(executionId), executionId),
    viewAt: (executionId, moment, full) => viewOnServer(client, executionId, moment, full),
    lastLines: (executionId, filter, count) => lastLinesOf(client, executionId, filter, count),
    queue: request => remoteQueue(client, request),
    stateAt: async (executionId, at) => stateThen(await logOf(executionId).read(), at),
    // The server that answers works.
    isHeld: async () => true,
    close: async () => {},
  };
}

const OPEN = ['PENDING', 'RUNNING', 'PAUSED'] as const;
const idOf = ({ executionId }: ExecutionSummary): string => executionId;

/** A list of the server is at most so long. */
const LONGEST = 200;

async function listExecutions(client: Client, filter: ExecutionFilter): Promise<readonly ExecutionSummary[]> {
  const { status, path, before, limit = LONGEST } = filter;
  const query = {
    limit: Math.min(limit, LONGEST),
    ...(status === undefined ? {} : { status }),
    ...(path === undefined ? {} : { path }),
    ...(before === undefined ? {} : { before }),
  };
  return (await client.call('executions.list', { query })).map(summaryOf);
}

async function findExecution(client: Client, id: string): Promise<ExecutionSummary> {
  return summaryOf(await client.call('executions.get', { params: { id }, query: { include_events: false } }));
}

const summaryOf = (entry: Entry): ExecutionSummary => ({
  executionId: entry.execution_id,
  path: entry.path,
  // A server is asked for the playbook of an execution, not for a playbook by its hash.
  hash: entry.execution_id,
  status: entry.status,
  startedAt: Date.parse(entry.start_time),
  endedAt: entry.end_time === null ? undefined : Date.parse(entry.end_time),
  parentExecutionId: entry.parent_execution_id ?? undefined,
  rerunOf: entry.rerun_of ?? undefined,
  version: entry.event_count,
  events: entry.event_count,
});

/** The server finds the moment: it knows the versions of turns, and reads no more of the log than it needs. */
async function viewOnServer(client: Client, id: string, at: string, full: boolean): Promise<ViewAt> {
  const { at: found, ...view } = await client.call('executions.state', {
    params: { id },
    query: { at, full },
  });
  const { event_id: eventId, version, time } = found;
  return { moment: { eventId, version, at: Date.parse(time) }, view: view as unknown as ViewAt['view'] };
}

/** The text that an execution is pinned to, whether or not the catalog has it. */
export async function findPlaybook(client: Client, executionId: string): Promise<KeptPlaybook | undefined> {
  const { playbook, path } = await client.call('executions.analyze', {
    params: { id: executionId },
    body: { include_playbook_content: true, max_events: 1, event_sample_size: 0 },
  });
  return typeof playbook.content === 'string' ? { text: playbook.content, source: path } : undefined;
}

/** What the tools of an execution, or one of its commands, printed. */
export async function readLines(
  client: Client,
  { executionId, commandId }: Pick<LogAddress, 'executionId'> & Partial<LogAddress>,
): Promise<readonly (LogAddress & LogLine)[]> {
  const lines = await allLines(client, executionId);
  return lines
    .filter(line => commandId === undefined || line.command_id === commandId)
    .map(line => lineOf(executionId, line));
}

async function lastLinesOf(
  client: Client,
  id: string,
  { step, attempt, iteration }: LogFilter,
  count: number,
): Promise<readonly PrintedLine[]> {
  const query = {
    // The server gives no more at once.
    tail: Math.min(count, 100_000),
    ...(step === undefined ? {} : { step }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(iteration === undefined ? {} : { iteration }),
  };
  const { lines } = await client.call('executions.logs', { params: { id }, query });
  return lines.map(line => printedLine(lineOf(id, line)));
}

async function allLines(client: Client, id: string) {
  const found: ResponseOf<Routes['executions.logs']>['lines'] = [];
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const query: { cursor: string } = { cursor };
    const { lines, next_cursor: next } = await client.call('executions.logs', { params: { id }, query });
    found.push(...lines);
    cursor = next;
  }
  return found;
}

/** The same, as they come, until the execution ends. */
async function* streamLines(
  client: Client,
  executionId: string,
  signal: AbortSignal,
): AsyncGenerator<LogAddress & LogLine> {
  for await (const line of client.streamLogs(executionId, { signal })) yield lineOf(executionId, line);
}

export const lineOf = (
  executionId: string,
  { at, command_id: commandId, attempt, stream, text }: StreamedLine,
): LogAddress & LogLine => ({ executionId, commandId, attempt, at: Date.parse(at), stream, text });

/** The value behind a reference; undefined if the server does not keep it any more. */
export const followRef = (client: Client, ref: string): Promise<PlainValue | undefined> =>
  unlessAbsent(client.call('results.resolve', { query: { ref } }));

async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 410)) return undefined;
    throw error;
  }
}

function stateThen(
  turns: Awaited<ReturnType<RemoteLog['read']>>,
  at: Parameters<Recorded['stateAt']>[1],
): State | undefined {
  const isLast = ({ version, events }: (typeof turns)[number]) =>
    'event' in at ? events.some(({ id }) => id === at.event) : version === at.version;
  const end = turns.findIndex(isLast);
  return end < 0 ? undefined : fold(turns.slice(0, end + 1).flatMap(({ events }) => events));
}
