import type { Command } from '../core/command.ts';
import type { Input } from '../core/decide/input.ts';
import { expectedAttempt } from '../core/decide/open-commands.ts';
import { type OpenWork, openWork } from '../core/decide/open-work.ts';
import type { State } from '../core/state.ts';
import { type Delivered, WORKER_PREFIX } from '../ports/leases.ts';
import { childReport } from './family.ts';
import { deadlineOf } from './timers.ts';

export interface Recovery {
  dispatch(command: Command): void;
  /** Whether this process runs the command itself. */
  runsHere(command: Command): boolean;
  /** Leaves a command to the worker that has it. False: nobody would notice its death. */
  leave(delivered: Delivered, worker: string): boolean;
  schedule(commandId: string, at: number): void;
  /** A child that a command waits for. */
  adopt(commandId: string, executionId: string): void;
  stateOf(executionId: string): Promise<State>;
  send(inputs: readonly Input[]): Promise<void>;
  /** Whether a process that is gone had begun the command; undefined: nobody can tell. */
  hadBegun(owner: string, commandId: string): boolean | undefined;
}

/**
 * Takes up an execution of a process that is gone. Commands that ran in it are lost leases; those that workers
 * elsewhere have are theirs; retries are queued again for their time; what is parked waits on, or is woken by a child that ended meanwhile.
 */
export async function recover(state: State, recovery: Recovery): Promise<void> {
  const lost: Input[] = [];
  for (const work of openWork(state)) {
    const { status } = work.state;
    const elsewhere = workerElsewhere(work);
    if (status.kind === 'retry' || waitsForOthers(work, recovery)) recovery.dispatch(work.command);
    else if (elsewhere !== undefined && recovery.leave(underWay(work), elsewhere)) continue;
    else if (status.kind === 'parked') lost.push(...(await wake(work, recovery)));
    else lost.push(lostLease(work, recovery));
  }
  // Also without anything lost: the turn after the last one may never have been taken.
  await recovery.send(lost);
}

/** C12: issued to nobody, and nobody has claimed it. */
const waitsForOthers = ({ command, state }: OpenWork, recovery: Recovery): boolean =>
  state.status.kind === 'issued' && !recovery.runsHere(command);

/** C12: the worker of another process that has claimed it. */
function workerElsewhere({ state: { status } }: OpenWork): string | undefined {
  const worker = status.kind === 'claimed' || status.kind === 'started' ? status.worker : undefined;
  return worker?.startsWith(WORKER_PREFIX) ? worker : undefined;
}

/** The command says which execution of it comes next. */
const underWay = ({ command, state }: OpenWork): Delivered => ({
  commandId: command.commandId,
  attempt: expectedAttempt(state),
  delivery: state.redeliveries,
});

/** Of what was issued in a process, only that process could tell whether it had begun. A start on record says so. */
function lostLease({ command: { commandId }, state: { status } }: OpenWork, recovery: Recovery): Input {
  const begun =
    status.kind === 'claimed' ? recovery.hadBegun(status.worker, commandId) : status.kind !== 'issued';
  return { kind: 'lease_lost', commandId, ...(begun === false ? { begun } : {}) };
}

async function wake({ command, state }: OpenWork, recovery: Recovery): Promise<Input[]> {
  if (state.status.kind !== 'parked') return [];
  const { on } = state.status;
  const at = deadlineOf(on);
  if (at !== undefined) recovery.schedule(command.commandId, at);
  if (on.kind !== 'child') return [];
  recovery.adopt(command.commandId, on.executionId);
  const child = await recovery.stateOf(on.executionId);
  const report = child.phase.kind === 'initial' ? undefined : childReport(child);
  return report && child.phase.kind !== 'in_progress' ? [report.input] : [];
}
