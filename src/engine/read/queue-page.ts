import { openWork } from '../../core/decide/open-work.ts';
import type { Event } from '../../core/event.ts';
import type { State } from '../../core/state.ts';
import { type QueueRow, queueView } from '../../core/view/queue-view.ts';
import type { EventStore } from '../../ports/event-store.ts';
import { turnsFrom } from './event-rows.ts';

export type QueueStatus = QueueRow['status'];

export interface QueuedCommand extends QueueRow {
  readonly executionId: string;
}

/** Where a page begins: so many commands of an execution were on the pages before. */
export interface QueueCursor {
  readonly executionId: string;
  readonly skip: number;
}

export interface QueueRequest {
  readonly status: QueueStatus | undefined;
  /** Only of this execution. */
  readonly executionId: string | undefined;
  readonly limit: number;
  readonly from: QueueCursor | undefined;
}

export interface QueuePage {
  readonly commands: readonly QueuedCommand[];
  readonly next: QueueCursor | undefined;
}

const OPEN: readonly QueueStatus[] = ['queued', 'leased', 'retry'];

/** Commands of the newest executions first, those of one in the order of their issue; from the logs alone. */
export async function queuePage(events: EventStore, request: QueueRequest): Promise<QueuePage> {
  const { status, limit, from } = request;
  const commands: QueuedCommand[] = [];
  for await (const executionId of executionsFrom(events, request)) {
    const rows = await commandsOf(events, executionId);
    const wanted = status === undefined ? rows : rows.filter(row => row.status === status);
    const skip = executionId === from?.executionId ? from.skip : 0;
    for (const [index, row] of wanted.entries()) {
      if (index < skip) continue;
      if (commands.length === limit) return { commands, next: { executionId, skip: index } };
      commands.push({ ...row, executionId });
    }
  }
  return { commands, next: undefined };
}

async function commandsOf(events: EventStore, executionId: string): Promise<readonly QueueRow[]> {
  const log: Event[] = [];
  for await (const turn of turnsFrom(events, executionId)) log.push(...turn.events);
  return queueView(log);
}

const PAGE = 100;

/** Nothing of an execution that has ended is open. */
async function* executionsFrom(events: EventStore, request: QueueRequest): AsyncGenerator<string> {
  const { executionId, status, from } = request;
  if (executionId !== undefined) {
    yield executionId;
    return;
  }
  if (from && (await events.summary(from.executionId))) yield from.executionId;
  const isOpen = status !== undefined && OPEN.includes(status);
  let before = from?.executionId;
  for (;;) {
    const page = await events.list({ limit: PAGE, ...(before === undefined ? {} : { before }) });
    for (const summary of page) if (!isOpen || summary.endedAt === undefined) yield summary.executionId;
    if (page.length < PAGE) return;
    before = page.at(-1)?.executionId;
  }
}

export type QueueSize = Readonly<Record<'queued' | 'leased' | 'retry', number>>;

/** How many commands are not settled, by what the states of open executions say. */
export function addOpenCommands(size: QueueSize, state: State): QueueSize {
  const counts = { ...size };
  for (const { state: command } of openWork(state)) counts[wordOf(command.status.kind)] += 1;
  return counts;
}

/** What is parked holds no worker, but it is taken. */
function wordOf(kind: string): keyof QueueSize {
  if (kind === 'issued') return 'queued';
  return kind === 'retry' ? 'retry' : 'leased';
}
