import type { PlainValue } from '../../common/plain-value.ts';
import type { Result } from '../../core/result.ts';
import type { State } from '../../core/state.ts';
import { type ExecutionView, executionView } from '../../core/view/execution-view.ts';
import { shownData, shownResult } from '../../core/view/shown-result.ts';
import { type FoundMoment, findMoment } from '../../engine/read/find-moment.ts';
import { stateAt } from '../../engine/state-at.ts';
import { HttpError } from '../http-error.ts';
import type { ServerServices } from '../services.ts';

/** A moment of an execution, with its state just after it. */
export interface StateThen {
  readonly moment: FoundMoment;
  readonly state: State;
}

/** `text`: an event id, the version of a turn, a time, `start` or `end`. 400 if there is no such moment. */
export async function stateThen(
  { events, snapshots }: ServerServices,
  executionId: string,
  text: string,
): Promise<StateThen> {
  const moment = await findMoment(events, executionId, text);
  const folded = moment && (await stateAt(events, snapshots, executionId, { event: moment.eventId }));
  if (folded) return { moment, state: folded.state };
  const last = (await events.summary(executionId))?.version ?? 0;
  throw new HttpError(
    400,
    `'${text.slice(0, 100)}' is no moment of execution ${executionId}: write the id of one of its events, ` +
      `a version from 1 to ${last}, a time since its start such as 2026-11-16T08:30:00Z, \`start\` or \`end\``,
  );
}

/** `full`: with the values behind references. */
export async function viewThen(
  services: ServerServices,
  state: State,
  full: boolean,
): Promise<ExecutionView> {
  return executionView(state, full ? await loadedResults(services, state) : undefined);
}

export const momentBody = ({ eventId, version, at }: FoundMoment) => ({
  event_id: eventId,
  version,
  time: new Date(at).toISOString(),
});

/** Those that are gone are shown by what is known of them. */
async function loadedResults(
  { follow }: ServerServices,
  { steps, phase }: State,
): Promise<(result: Result) => PlainValue | undefined> {
  const loaded = new Map<string, PlainValue>();
  const results = [...steps.values()].map(({ result }) => result);
  if (phase.kind === 'completed') results.push(phase.result);
  for (const uri of new Set(results.flatMap(result => uriOf(result) ?? []))) {
    const value = await follow(uri);
    if (value !== undefined) loaded.set(uri, shownData(value));
  }
  return result => loaded.get(uriOf(result) ?? '') ?? shownResult(result);
}

export function uriOf(result: Result): string | undefined {
  if (result.kind === 'stored') return result.ref.uri;
  return result.kind === 'collected' ? result.uri : undefined;
}
