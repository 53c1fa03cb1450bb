import type { State } from '../../core/state.ts';
import type { QueueCursor } from '../../core/view/queue-cursor.ts';
import type { QueueRow } from '../../core/view/queue-view.ts';
import type { EventStore, ExecutionSummary } from '../../ports/event-store.ts';
import { issuedCommands } from './issued-commands.ts';
import { inOrder, type OpenRow, openRows } from './open-commands.ts';
import { retryError } from './retry-error.ts';

export type QueueStatus = QueueRow['status'];

export interface QueuedCommand extends QueueRow {
  readonly executionId: string;
}

export interface QueueRequest {
  readonly status: QueueStatus | undefined;
  /** Only of this execution. */
  readonly executionId: string | undefined;
  readonly limit: number;
  readonly from: QueueCursor | undefined;
}

export interface QueuePage {
  /** May be fewer than asked for although there are more: a page looks at a part of the logs only. */
  readonly commands: readonly QueuedCommand[];
  readonly next: QueueCursor | undefined;
}

export interface QueueReads {
  readonly events: EventStore;
  state(executionId: string): Promise<State>;
}

/** What one page reads at most before it is given as it is. */
const MOST_EXECUTIONS = 200;
const MOST_EVENTS = 2_000;

const START = { row: 0 } as const;

/**
 * Commands of the newest executions first, those of one in the order of their issue; if only those that are not
 * settled are wanted, in the order in which their steps were entered.
 */
export async function queuePage(reads: QueueReads, request: QueueRequest): Promise<QueuePage> {
  const { status, limit, from } = request;
  const isOpen = status === 'queued' || status === 'leased' || status === 'retry';
  const commands: QueuedCommand[] = [];
  let [executions, events] = [0, 0];
  for await (const summary of isOpen ? openFrom(reads, request) : executionsFrom(reads, request)) {
    const { executionId } = summary;
    let place: QueueCursor['from'] | undefined = from?.executionId === executionId ? from.from : START;
    executions += 1;
    while (place) {
      const isEnough = commands.length === limit || executions > MOST_EXECUTIONS || events > MOST_EVENTS;
      if (isEnough) return { commands, next: { executionId, from: place } };
      const part: Part = isOpen
        ? await openPart(reads, executionId, { status, place, limit: limit - commands.length })
        : await logPart(reads, summary, { status, place, limit: limit - commands.length });
      for (const row of part.rows) commands.push({ ...row, executionId });
      events += part.readEvents;
      place = part.next;
    }
  }
  return { commands, next: undefined };
}

/** Some commands of an execution. */
interface Part {
  readonly rows: readonly QueueRow[];
  readonly next: QueueCursor['from'] | undefined;
  readonly readEvents: number;
}

interface PartRequest {
  readonly status: QueueStatus | undefined;
  readonly place: QueueCursor['from'];
  readonly limit: number;
}

/** Those that are not settled are all in the state. */
async function openPart(
  reads: QueueReads,
  executionId: string,
  { status, place, limit }: PartRequest,
): Promise<Part> {
  const rows = openRows(await reads.state(executionId)).filter(row => row.status === status);
  const left = 'row' in place ? rows : rows.filter(row => inOrder(place, row) < 0);
  const shown = left.slice(0, limit);
  const last = left.length > limit ? shown.at(-1) : undefined;
  return {
    rows: await Promise.all(shown.map(row => withError(reads, executionId, row))),
    next: last && { enterId: last.enterId, place: last.place },
    readEvents: 0,
  };
}

async function logPart(
  reads: QueueReads,
  summary: ExecutionSummary,
  { status, place, limit }: PartRequest,
): Promise<Part> {
  const { executionId } = summary;
  const isStart = 'row' in place && place.row === 0;
  if (status === 'dead' && isStart && !(await hasDead(reads.events, summary))) return NOTHING;
  const hasOpen = summary.endedAt === undefined || summary.status === 'CANCELLED';
  const state = hasOpen ? openRows(await reads.state(executionId)) : [];
  const open = new Map(state.map(row => [row.command_id, row]));
  const row = 'row' in place ? place.row : 0;
  const found = await issuedCommands(reads.events, executionId, { row, limit, open: new Set(open.keys()) });
  const rows = await Promise.all(
    found.rows.map(async each => {
      const now = open.get(each.command_id);
      return now ? withError(reads, executionId, now) : each;
    }),
  );
  return {
    rows: status === undefined ? rows : rows.filter(each => each.status === status),
    next: found.next === undefined ? undefined : { row: found.next },
    readEvents: found.readEvents,
  };
}

const NOTHING: Part = { rows: [], next: undefined, readEvents: 0 };

/** What ends a command badly. */
const DEADLY = ['command.failed', 'iteration_failed', 'command.cancelled'];

async function hasDead(
  events: EventStore,
  { executionId, version, status }: ExecutionSummary,
): Promise<boolean> {
  if (status === 'CANCELLED') return true;
  for (const is of DEADLY) {
    const range = { from: 1, to: version, span: version };
    if ((await events.tally(executionId, { type: { is } }, range)).length > 0) return true;
  }
  return false;
}

/** The state does not keep why an attempt failed. */
async function withError(reads: QueueReads, executionId: string, row: OpenRow): Promise<QueueRow> {
  const { step, enterId: _, place: __, ...shown } = row;
  if (row.status !== 'retry') return shown;
  return { ...shown, last_error: await retryError(reads.events, executionId, step, row.command_id) };
}

const PAGE = 100;

async function* executionsFrom(
  { events }: QueueReads,
  { executionId, from }: QueueRequest,
): AsyncGenerator<ExecutionSummary> {
  const first = await events.summary(executionId ?? from?.executionId ?? '');
  if (first) yield first;
  if (executionId !== undefined) return;
  let before = from?.executionId;
  for (;;) {
    const page = await events.list({ limit: PAGE, ...(before === undefined ? {} : { before }) });
    yield* page;
    if (page.length < PAGE) return;
    before = page.at(-1)?.executionId;
  }
}

/** Nothing of an execution that has ended is open. */
async function* openFrom(
  { events }: QueueReads,
  { executionId, from }: QueueRequest,
): AsyncGenerator<ExecutionSummary> {
  const ids = executionId === undefined ? (await events.open()).toReversed() : [executionId];
  const newest = from && BigInt(from.executionId);
  for (const id of ids) {
    if (newest !== undefined && BigInt(id) > newest) continue;
    const summary = await events.summary(id);
    if (summary && summary.endedAt === undefined) yield summary;
  }
}
