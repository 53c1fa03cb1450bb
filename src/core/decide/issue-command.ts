import { EMPTY_MAPPING, type PlainValue } from '../../common/plain-value.ts';
import type { Step } from '../../playbook/model.ts';
import { type Command, claimIdOf, commandIdOf, parseCommandId } from '../command.ts';
import type { RenderContext } from '../render-context.ts';
import {
  type ActiveRun,
  type CommandPlace,
  type CommandState,
  type CursorRun,
  commandAt,
  itemPlace,
  type LoopRun,
} from '../state.ts';
import { countOf } from './count.ts';
import { idAt } from './open-commands.ts';
import type { Turn } from './turn.ts';

/** Issues the one command of a plain run. */
export function issueCommand(turn: Turn, step: Step, context: RenderContext): void {
  const run = turn.state.step(step.name).active;
  if (!run) return;
  const commandId = commandIdOf(turn.executionId, step.name, run.enterId);
  const maxAttempts = maxAttemptsOf(turn, step, context);
  turn.emit({
    type: 'command.issued',
    step: step.name,
    run: run.run,
    commandId,
    window: undefined,
    maxAttempts,
    owner: turn.ownerOf(step.name),
  });
  turn.commands.push(commandOf(turn.executionId, step.name, run, ALONE, first(maxAttempts)));
}

const ALONE: CommandPlace = { iteration: undefined };

/** Issues the iterations from `from` up to `to` (exclusive) in one event. */
export function issueWindow(turn: Turn, step: Step, from: number, to: number, context: RenderContext): void {
  const run = turn.state.step(step.name).active;
  if (run?.kind !== 'loop') return;
  const maxAttempts = maxAttemptsOf(turn, step, context);
  const commandId = commandIdOf(turn.executionId, step.name, run.enterId);
  turn.emit({
    type: 'command.issued',
    step: step.name,
    run: run.run,
    commandId,
    window: { from, to },
    maxAttempts,
    owner: turn.ownerOf(step.name),
  });
  for (let index = from; index < to; index++) {
    const place = { iteration: index };
    turn.commands.push(commandOf(turn.executionId, step.name, run, place, first(maxAttempts)));
  }
}

/** Issues the next claim of a cursor. */
export function issueClaim(turn: Turn, step: string, run: CursorRun, maxAttempts: number): void {
  const frame = run.cursor.claims;
  const commandId = claimIdOf(turn.executionId, step, run.enterId, frame);
  turn.emit({
    type: 'command.issued',
    step,
    run: run.run,
    commandId,
    window: undefined,
    frame,
    maxAttempts,
    owner: turn.ownerOf(step),
  });
  const place = { iteration: undefined, frame };
  turn.commands.push(commandOf(turn.executionId, step, run, place, first(maxAttempts)));
}

/** Orders the next attempt of an open command. */
export function issueAgain(turn: Turn, commandId: string, availableAt: number | undefined): void {
  const parsed = parseCommandId(commandId);
  const run = parsed && turn.state.step(parsed.step).active;
  if (!run) return;
  const command = commandAt(run, parsed);
  if (!command) return;
  turn.commands.push(commandOf(turn.executionId, parsed.step, run, parsed, next(command, availableAt)));
}

/** The most attempts that any of the step's retries allows. */
function maxAttemptsOf(turn: Turn, step: Step, context: RenderContext): number {
  return Math.max(1, ...step.retry.map(retry => countOf(turn, retry.maxAttempts, context)));
}

/** Which execution of a command this is. */
type Delivery = Pick<Command, 'attempt' | 'maxAttempts' | 'availableAt' | 'redeliveries' | 'checkpoint'>;

const first = (maxAttempts: number): Delivery => ({
  attempt: 1,
  maxAttempts,
  availableAt: undefined,
  redeliveries: 0,
  checkpoint: undefined,
});

/** The delivery after those that the command has had. */
export const next = (
  { attempts, maxAttempts, redeliveries, checkpoint }: CommandState,
  availableAt: number | undefined,
): Delivery => ({ attempt: attempts + 1, maxAttempts, availableAt, redeliveries, checkpoint });

export function commandOf(
  executionId: string,
  step: string,
  run: ActiveRun,
  place: CommandPlace,
  delivery: Delivery,
): Command {
  const { iteration: index, frame } = place;
  return {
    commandId: idAt(executionId, step, run, place),
    executionId,
    step,
    run: run.run,
    iteration:
      index === undefined || run.kind !== 'loop'
        ? undefined
        : { index, total: run.total, item: itemOf(run, index) },
    ...delivery,
    args: run.args ?? EMPTY_MAPPING,
    ...(frame === undefined ? {} : { claim: { frame, left: rowsLeft(run) } }),
  };
}

function rowsLeft(run: ActiveRun): number | undefined {
  const limit = run.kind === 'loop' ? run.cursor?.limit : undefined;
  return limit === undefined ? undefined : Math.max(0, limit - (run as LoopRun).total);
}

function itemOf(run: LoopRun, index: number): PlainValue | undefined {
  const { items, at } = itemPlace(run, index);
  return items.kind === 'inline' ? (items.data as readonly PlainValue[])[at] : undefined;
}
