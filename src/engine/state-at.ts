import { roughSize } from '../common/rough-size.ts';
import { countEvents } from '../core/codec/count-events.ts';
import { EMPTY_STATE } from '../core/fold/draft.ts';
import { fold } from '../core/fold/fold.ts';
import { fromSnapshot } from '../core/snapshot/snapshot.ts';
import type { State } from '../core/state.ts';
import type { EventStore, Turn } from '../ports/event-store.ts';
import type { SnapshotStore } from '../ports/snapshot-store.ts';
import { findEvent } from './find-event.ts';

/** A state, and the version of the last turn that is in it, perhaps in part. */
export interface Folded {
  readonly state: State;
  readonly version: number;
}

/** The end of a turn, or the moment after an event, by its id. */
export type Moment = { readonly version: number } | { readonly event: string };

/** Turns that are held at once while a log is folded. */
const PAGE = 100;

/**
 * The state of an execution now, or at a moment of its past: the nearest snapshot and the turns after it.
 * Undefined if there is no such execution, or no such event in it; a version that it does not have yet is
 * the latest one.
 */
export async function stateAt(
  events: EventStore,
  snapshots: SnapshotStore,
  executionId: string,
  at: Moment = { version: Number.MAX_SAFE_INTEGER },
): Promise<Folded | undefined> {
  if ('event' in at) return stateAtEvent(events, snapshots, executionId, at.event);
  const folded = await foldLog(events, snapshots, executionId, at.version);
  return folded.version === 0 && at.version !== 0 ? undefined : folded;
}

/** How much of a log was read to fold it. */
export interface FoldedLog extends Folded {
  readonly readEvents: number;
  readonly readBytes: number;
}

/** Version 0 and the empty state for an execution that does not exist. */
export async function foldLog(
  events: EventStore,
  snapshots: SnapshotStore,
  executionId: string,
  upTo?: number,
): Promise<FoldedLog> {
  let { state, version } = await nearestSnapshot(snapshots, executionId, upTo);
  let [readEvents, readBytes] = [0, 0];
  for (;;) {
    const range = { limit: PAGE, ...(upTo === undefined ? {} : { upTo }) };
    const turns = await events.read(executionId, version + 1, range);
    const page = turns.flatMap(turn => turn.events);
    state = fold(page, state);
    version = turns.at(-1)?.version ?? version;
    readEvents += countEvents(page);
    readBytes += roughSize(page);
    if (turns.length < PAGE) return { state, version, readEvents, readBytes };
  }
}

const FROM_THE_START: Folded = { state: EMPTY_STATE, version: 0 };

/** A snapshot that cannot be used, for whatever reason, is none: the log has everything. */
async function nearestSnapshot(
  snapshots: SnapshotStore,
  executionId: string,
  upTo: number | undefined,
): Promise<Folded> {
  const found = await snapshots.latest(executionId, upTo).catch(() => undefined);
  const state = found && fromSnapshot(found.snapshot);
  return found && state ? { state, version: found.version } : FROM_THE_START;
}

async function stateAtEvent(
  events: EventStore,
  snapshots: SnapshotStore,
  executionId: string,
  eventId: string,
): Promise<Folded | undefined> {
  const turn = await findEvent(events, executionId, eventId);
  if (!turn) return undefined;
  const before = await foldLog(events, snapshots, executionId, turn.version - 1);
  return { state: fold(eventsUpTo(turn, eventId), before.state), version: turn.version };
}

function eventsUpTo({ events }: Turn, eventId: string): Turn['events'] {
  return events.slice(0, events.findIndex(({ id }) => id === eventId) + 1);
}
