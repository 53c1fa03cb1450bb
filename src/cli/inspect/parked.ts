import type { ParkedOn } from '../../core/event.ts';
import { commandsIn, type State } from '../../core/state.ts';

/** A step that holds no worker until something comes. */
export interface Parked {
  readonly step: string;
  readonly on: ParkedOn;
}

export function parkedIn(state: State): readonly Parked[] {
  return [...state.active].flatMap(step => {
    const run = state.steps.get(step)?.active;
    const commands = run ? commandsIn(run) : [];
    return commands.flatMap(([, { status }]) => (status.kind === 'parked' ? [{ step, on: status.on }] : []));
  });
}
