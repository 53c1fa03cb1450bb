import type { Event, PlaybookStarted } from '../core/event.ts';
import type { Header } from '../core/state.ts';
import { pathOfSource } from '../playbook/catalog/catalog-reference.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { FoundPlaybook } from '../ports/playbook-finder.ts';
import type { PlaybookStore } from '../ports/playbook-store.ts';

/** Turns of a log that are held at once. */
const PAGE = 100;

interface Stores {
  readonly events: EventStore;
  readonly playbooks: PlaybookStore;
}

/** A playbook as it was called then, and the execution that was started by that call. */
export type CalledPlaybook = FoundPlaybook & { readonly inPlaceOf: string };

type Calls = Pick<Header, 'rerunOf' | 'callsLatest' | 'inPlaceOf'>;

/**
 * R7: what a rerun calls is what was called in its place in the execution that it repeats, or in the one which that
 * repeats; and so on for what it calls. Undefined if there was no such call, or the latest version is asked for: then
 * names are looked up anew.
 */
export async function calledBefore(
  { events, playbooks }: Stores,
  header: Calls,
  call: { readonly step: string; readonly path: string },
): Promise<CalledPlaybook | undefined> {
  let earlier = earlierOf(header);
  while (earlier !== undefined) {
    const child = await lastCall(events, earlier, call);
    const called = child === undefined ? undefined : await startOf(events, child);
    const kept = called && (await playbooks.find(called.hash));
    if (kept && child !== undefined) return { ...kept, ...pinOf(called, kept.source), inPlaceOf: child };
    earlier = earlierOf(await startOf(events, earlier));
  }
  return undefined;
}

const earlierOf = (calls: Calls | undefined): string | undefined =>
  calls?.callsLatest ? undefined : (calls?.rerunOf ?? calls?.inPlaceOf);

async function startOf(events: EventStore, executionId: string): Promise<PlaybookStarted | undefined> {
  const [turn] = await events.read(executionId, 1, { limit: 1 });
  const [first] = turn?.events ?? [];
  return first?.type === 'playbook_started' ? first : undefined;
}

async function lastCall(
  events: EventStore,
  executionId: string,
  call: { readonly step: string; readonly path: string },
): Promise<string | undefined> {
  let found: string | undefined;
  for (let from = 1; ; from += PAGE) {
    const turns = await events.read(executionId, from, { limit: PAGE });
    for (const event of turns.flatMap(turn => turn.events)) found = childOf(event, call) ?? found;
    if (turns.length < PAGE) return found;
  }
}

function childOf(event: Event, { step, path }: { readonly step: string; readonly path: string }) {
  if (event.type !== 'command.parked' || event.step !== step) return undefined;
  const { waitsFor } = event;
  return waitsFor.kind === 'child' && waitsFor.path === path ? waitsFor.executionId : undefined;
}

/** Files have no place in a catalog. */
function pinOf({ catalogId, version }: PlaybookStarted, source: string): Pick<FoundPlaybook, 'catalog'> {
  return pathOfSource(source) === undefined ? {} : { catalog: { catalogId, version: Number(version) } };
}
