import { commandIdOf, parseCommandId } from '../command.ts';
import type { RunId } from '../event.ts';
import { type ActiveRun, type CommandState, isOpen } from '../state.ts';
import type { Turn } from './turn.ts';

/** A command of an active run, with everything that names it. */
export interface OpenCommand extends RunId {
  readonly commandId: string;
  readonly iteration: number | undefined;
  readonly command: CommandState;
}

export function openCommands(turn: Turn): OpenCommand[] {
  return [...turn.state.active].flatMap(step => {
    const run = turn.state.step(step).active;
    return run ? commandsOf(turn, step, run) : [];
  });
}

export function commandsOf(turn: Turn, step: string, run: ActiveRun): OpenCommand[] {
  const commands =
    run.kind === 'loop' ? [...run.open] : run.command ? [[undefined, run.command] as const] : [];
  return commands
    .filter(([, command]) => isOpen(command))
    .map(([iteration, command]) => ({
      step,
      run: run.run,
      iteration,
      commandId: commandIdOf(turn.executionId, step, run.enterId, iteration),
      command,
    }));
}

/** The open command with this id, or in words why there is none. */
export function findOpenCommand(turn: Turn, commandId: string): OpenCommand | { readonly late: string } {
  const parsed = parseCommandId(commandId);
  if (!parsed || parsed.executionId !== turn.executionId)
    return { late: 'no command of this execution has this id' };
  const { step, enterId, iteration } = parsed;
  const run = turn.state.step(step).active;
  if (run?.enterId !== enterId) return { late: 'its run is over' };
  const command =
    run.kind === 'plain' ? run.command : iteration === undefined ? undefined : run.open.get(iteration);
  if (!command || !isOpen(command)) return { late: 'it is settled already' };
  return { step, run: run.run, iteration, commandId, command };
}

/** The attempt that a report must speak of: the one under way, or the next one to start. */
export function expectedAttempt({ attempts, status }: CommandState): number {
  return status.kind === 'started' || status.kind === 'parked' ? attempts : attempts + 1;
}
