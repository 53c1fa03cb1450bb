import type { Program } from '../decide/program.ts';
import type { Event, PlaybookStarted, Unstamped } from '../event.ts';
import { chooseRuns, type RerunChoice } from './choose-runs.ts';
import { keptEvents } from './kept-events.ts';
import { recordedRuns } from './recorded-runs.ts';

export type { RerunChoice } from './choose-runs.ts';

/** What a rerun takes over from an earlier execution, as the first events of its own log. */
export interface RerunPlan {
  readonly started: PlaybookStarted;
  /** Empty: everything runs again. */
  readonly kept: readonly Unstamped[];
}

/** What was asked for cannot be done; the text says why and what there is. */
export class RerunProblem extends Error {
  override readonly name = 'RerunProblem';
}

/**
 * Decides which runs of an execution are taken over by its rerun and which run again. A run that runs again
 * takes with it everything that came of it; what it does not touch is kept with its results and variables.
 * `program` is the version that will run: what it does not know any more cannot be kept.
 */
export function planRerun(program: Program, events: readonly Event[], choice: RerunChoice): RerunPlan {
  const [started] = events;
  if (started?.type !== 'playbook_started') throw new RerunProblem('its log does not say how it began');
  const { from, onlyFailed, iterations } = choice;
  if (from === undefined && !onlyFailed && iterations === undefined) return { started, kept: [] };
  const runs = recordedRuns(events);
  const chosen = chooseRuns(program, runs, choice);
  if (typeof chosen === 'string') throw new RerunProblem(chosen);
  return { started, kept: keptEvents(program, events, runs, chosen, choice) };
}
