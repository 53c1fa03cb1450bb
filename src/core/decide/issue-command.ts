import { EMPTY_MAPPING, type PlainValue } from '../../common/plain-value.ts';
import type { Step } from '../../playbook/model.ts';
import { type Command, commandIdOf, parseCommandId } from '../command.ts';
import type { RenderContext } from '../render-context.ts';
import type { ActiveRun, CommandState } from '../state.ts';
import { countOf } from './count.ts';
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
    owner: turn.owner,
  });
  turn.commands.push(commandOf(turn.executionId, step.name, run, undefined, first(maxAttempts)));
}

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
    owner: turn.owner,
  });
  for (let index = from; index < to; index++) {
    turn.commands.push(commandOf(turn.executionId, step.name, run, index, first(maxAttempts)));
  }
}

/** Orders the next attempt of an open command. */
export function issueAgain(turn: Turn, commandId: string, availableAt: number | undefined): void {
  const parsed = parseCommandId(commandId);
  const run = parsed && turn.state.step(parsed.step).active;
  if (!run) return;
  const { iteration, step } = parsed;
  const command = run.kind === 'plain' ? run.command : run.open.get(iteration ?? -1);
  if (!command) return;
  turn.commands.push(commandOf(turn.executionId, step, run, iteration, next(command, availableAt)));
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
  index: number | undefined,
  delivery: Delivery,
): Command {
  return {
    commandId: commandIdOf(executionId, step, run.enterId, index),
    executionId,
    step,
    run: run.run,
    iteration:
      index === undefined || run.kind !== 'loop'
        ? undefined
        : { index, total: run.total, item: itemOf(run, index) },
    ...delivery,
    args: run.args ?? EMPTY_MAPPING,
  };
}

function itemOf(run: ActiveRun, index: number): PlainValue | undefined {
  if (run.kind !== 'loop' || run.items.kind !== 'inline') return undefined;
  return (run.items.data as readonly PlainValue[])[index];
}
