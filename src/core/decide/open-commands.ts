import { claimIdOf, commandIdOf, parseCommandId } from '../command.ts';
import type { RunId } from '../event.ts';
import {
  type ActiveRun,
  type CommandPlace,
  type CommandState,
  commandAt,
  commandsIn,
  isOpen,
} from '../state.ts';
import type { Turn } from './turn.ts';

/** A command of an active run, with everything that names it. */
export interface OpenCommand extends RunId, CommandPlace {
  readonly commandId: string;
  readonly command: CommandState;
}

/** What an event says of the command that it speaks of. */
export const nameOf = ({ step, run, commandId, iteration, frame }: OpenCommand) =>
  frame === undefined ? { step, run, commandId, iteration } : { step, run, commandId, iteration, frame };

export function openCommands(turn: Turn): OpenCommand[] {
  return [...turn.state.active].flatMap(step => {
    const run = turn.state.step(step).active;
    return run ? commandsOf(turn, step, run) : [];
  });
}

export function commandsOf(turn: Turn, step: string, run: ActiveRun): OpenCommand[] {
  return commandsIn(run)
    .filter(([, command]) => isOpen(command))
    .map(([place, command]) => ({
      step,
      run: run.run,
      ...place,
      commandId: idAt(turn.executionId, step, run, place),
      command,
    }));
}

export function idAt(executionId: string, step: string, { enterId }: ActiveRun, place: CommandPlace): string {
  return place.frame === undefined
    ? commandIdOf(executionId, step, enterId, place.iteration)
    : claimIdOf(executionId, step, enterId, place.frame);
}

/** The open command with this id, or in words why there is none. */
export function findOpenCommand(turn: Turn, commandId: string): OpenCommand | { readonly late: string } {
  const parsed = parseCommandId(commandId);
  if (!parsed || parsed.executionId !== turn.executionId)
    return { late: 'no command of this execution has this id' };
  const { step, enterId, iteration, frame } = parsed;
  const run = turn.state.step(step).active;
  if (run?.enterId !== enterId) return { late: 'its run is over' };
  const command = commandAt(run, { iteration, frame });
  if (!command || !isOpen(command)) return { late: 'it is settled already' };
  return { step, run: run.run, iteration, ...(frame === undefined ? {} : { frame }), commandId, command };
}

/** The attempt that a report must speak of: the one under way, or the next one to start. */
export function expectedAttempt({ attempts, status }: CommandState): number {
  return status.kind === 'started' || status.kind === 'parked' ? attempts : attempts + 1;
}
