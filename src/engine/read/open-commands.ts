import { openWork } from '../../core/decide/open-work.ts';
import type { CommandState, State } from '../../core/state.ts';
import type { QueueRow } from '../../core/view/queue-view.ts';

/** A command that has not settled, as the state of its execution tells. */
export interface OpenRow extends QueueRow {
  readonly step: string;
  /** Of its run's `step.enter`. */
  readonly enterId: string;
  /** Among the commands of its run. */
  readonly place: number;
}

/** In the order in which their steps were entered, those of one by iteration. */
export function openRows(state: State): readonly OpenRow[] {
  const rows = openWork(state).map(({ command: { commandId, step }, state: command }) => ({
    ...rowOf(state, command),
    command_id: commandId,
    step,
    enterId: state.steps.get(step)?.active?.enterId ?? '',
    ...placeOf(commandId, step),
  }));
  return rows.sort(inOrder);
}

/** Claims of a cursor and iterations have numbers of their own, each from 0. */
function placeOf(commandId: string, step: string): Pick<OpenRow, 'place' | 'node_name'> {
  const [, kind, number = '0'] = /:([if])(\d+)$/.exec(commandId) ?? [];
  if (kind === undefined) return { place: 0, node_name: step };
  const isClaim = kind === 'f';
  return {
    place: 2 * Number(number) + (isClaim ? 0 : 1),
    node_name: `${step}${isClaim ? '_claim_' : '_iter_'}${number}`,
  };
}

/** Ids ascend with time, and have more digits later. */
export const inOrder = (a: OpenPlace, b: OpenPlace): number =>
  a.enterId.length - b.enterId.length || compare(a.enterId, b.enterId) || a.place - b.place;

export type OpenPlace = Pick<OpenRow, 'enterId' | 'place'>;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

type Told = Omit<QueueRow, 'command_id' | 'node_name'>;

/** What was under way when an execution was cancelled is dead. */
function rowOf({ phase }: State, { attempts, maxAttempts, status }: CommandState): Told {
  const base = {
    attempts: status.kind === 'claimed' ? attempts + 1 : attempts,
    max_attempts: maxAttempts,
    available_at: undefined,
    worker_id: undefined,
    last_error: undefined,
  };
  if (phase.kind === 'cancelled') {
    return { ...base, status: 'dead', last_error: phase.reason ?? 'the execution was cancelled' };
  }
  switch (status.kind) {
    case 'issued':
      return { ...base, status: 'queued' };
    case 'retry':
      return { ...base, status: 'retry', available_at: new Date(status.availableAt).toISOString() };
    case 'claimed':
    case 'started':
      return { ...base, status: 'leased', worker_id: status.worker };
    default:
      // What is parked holds no worker, but it is taken.
      return { ...base, status: 'leased' };
  }
}

export type QueueSize = Readonly<Record<'queued' | 'leased' | 'retry', number>>;

/** How many commands are not settled, by what the states of open executions say. */
export function addOpenCommands(size: QueueSize, state: State): QueueSize {
  const counts = { ...size };
  for (const { state: command } of openWork(state)) counts[wordOf(command.status.kind)] += 1;
  return counts;
}

function wordOf(kind: string): keyof QueueSize {
  if (kind === 'issued') return 'queued';
  return kind === 'retry' ? 'retry' : 'leased';
}
