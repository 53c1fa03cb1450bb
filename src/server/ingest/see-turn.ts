import type { Input } from '../../core/decide/input.ts';
import type { Event } from '../../core/event.ts';
import type { ServerServices } from '../services.ts';

/** What happened in an execution while inputs became part of it. */
export interface SeenTurn {
  readonly events: readonly Event[];
  /** Commands that were issued. */
  readonly commands: number;
}

/** Gives an execution inputs, all in one turn, and tells what that turn and those before it had. */
export async function sendAndSee(
  { engine }: ServerServices,
  executionId: string,
  inputs: readonly Input[],
): Promise<SeenTurn> {
  const events: Event[] = [];
  let commands = 0;
  const stop = engine.watch(turn => {
    if (turn.executionId !== executionId) return;
    events.push(...turn.events);
    commands += turn.commands.length;
  });
  try {
    await engine.send(executionId, ...inputs);
    return { events, commands };
  } finally {
    stop();
  }
}
