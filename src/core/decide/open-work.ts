import type { Command } from '../command.ts';
import { type CommandState, commandsIn, isOpen, type State } from '../state.ts';
import { commandOf, next } from './issue-command.ts';

/** A command that is not settled, with what it takes to dispatch it again. */
export interface OpenWork {
  readonly command: Command;
  readonly state: CommandState;
}

/** Everything an execution has under way: what a process that takes it up again must look after. */
export function openWork(state: State): OpenWork[] {
  const executionId = state.header?.executionId ?? '';
  return [...state.active].flatMap(step => {
    const run = state.steps.get(step)?.active;
    if (!run) return [];
    return commandsIn(run)
      .filter(([, command]) => isOpen(command))
      .map(([place, command]) => {
        const availableAt = command.status.kind === 'retry' ? command.status.availableAt : undefined;
        const order = commandOf(executionId, step, run, place, next(command, availableAt));
        return { command: order, state: command };
      });
  });
}
