import type { State } from '../state.ts';
import { openWork } from './open-work.ts';

/**
 * The commands of a step that a callback may be meant for: those that wait for one, else those under way. Several
 * only in a loop, where `iteration` says which one.
 */
export function callbackCommands(
  state: State,
  step: string,
  iteration: number | undefined,
): readonly string[] {
  const open = openWork(state).filter(
    ({ command }) =>
      command.step === step && (iteration === undefined || command.iteration?.index === iteration),
  );
  const waiting = open.filter(
    ({ state: { status } }) => status.kind === 'parked' && status.on.kind === 'callback',
  );
  return (waiting.length > 0 ? waiting : open).map(({ command }) => command.commandId);
}
