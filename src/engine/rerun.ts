import { mappingOf, type PlainMapping } from '../common/plain-value.ts';
import type { Input, Restoration, Start } from '../core/decide/input.ts';
import type { Program } from '../core/decide/program.ts';
import type { PlaybookStarted, Unstamped } from '../core/event.ts';
import { planRerun, RerunProblem } from '../core/rerun/plan-rerun.ts';
import type { RerunRequest } from '../ports/engine-handle.ts';
import type { EventStore } from '../ports/event-store.ts';

/** What is taken over in one turn, as JSON: well below what a turn may hold. */
const MAX_BATCH_LENGTH = 256 * 1024;

export interface RerunServices {
  readonly events: EventStore;
  readonly program: (hash: string) => Promise<Program>;
}

/** The inputs that start a rerun: one for each turn it takes. */
export interface PlannedRerun {
  readonly program: Program;
  readonly turns: readonly [Input, ...Input[]];
}

/** What it was to take over is not all there, and nobody knows any more what was asked for. */
export const INTERRUPTED_RERUN: Input = {
  kind: 'cancel',
  reason: 'its process ended before it had taken over the results it was to keep: ask for the rerun again',
};

/** Finds out what a rerun takes over; throws a `RerunProblem` if it cannot be done. */
export async function prepareRerun(
  { events, program }: RerunServices,
  request: RerunRequest,
  { executionId, trace }: { readonly executionId: string; readonly trace: string | undefined },
  replacement: Program | undefined,
): Promise<PlannedRerun> {
  const log = (await events.read(request.executionId)).flatMap(turn => turn.events);
  const [first] = log;
  if (first?.type !== 'playbook_started') {
    throw new RerunProblem(`there is no execution ${request.executionId} here`);
  }
  const pinned = await program(first.hash);
  const runs = replacement ?? pinned;
  const { kept, started } = planRerun(runs, log, request);
  mustKnow(runs, request.skip ?? []);
  const [batch = [], ...others] = batches(kept);
  const start: Input = {
    kind: 'start',
    executionId,
    ...placeOf(runs, started, request),
    path: runs.playbook.metadata.path,
    payload: payloadOf(started.workload, replacement ? pinned : undefined, request.payload),
    ...(runs.graph.indexOf.has(started.entry) ? { entry: started.entry } : {}),
    ...(request.skip === undefined ? {} : { skip: request.skip }),
    ...(trace === undefined ? {} : { trace }),
    rerun: {
      of: request.executionId,
      kept: batch,
      more: others.length > 0,
      ...(replacement ? { callsLatest: true } : {}),
    },
  };
  const restores = others.map((each, index): Input => ({ kind: 'restore', ...part(each, index, others) }));
  return { program: runs, turns: [start, ...restores] };
}

/** Where the version that runs stands in the catalog: where the earlier one stood, unless it is another. */
function placeOf(
  { playbook }: Program,
  { catalogId, version }: Pick<PlaybookStarted, 'catalogId' | 'version'>,
  { replacement }: RerunRequest,
): Pick<Start, 'catalogId' | 'version'> {
  if (!replacement) return { catalogId, version };
  if (replacement.catalog)
    return { catalogId: replacement.catalog.catalogId, version: String(replacement.catalog.version) };
  return { catalogId: playbook.hash.slice(0, 16), version: playbook.metadata.version ?? '1' };
}

const part = (kept: readonly Unstamped[], index: number, all: readonly unknown[]): Restoration => ({
  kept,
  more: index < all.length - 1,
});

function mustKnow({ graph }: Program, steps: readonly string[]): void {
  const unknown = steps.find(step => !graph.indexOf.has(step));
  if (unknown !== undefined) throw new RerunProblem(`there is no step '${unknown}' to skip`);
}

/** The values of the earlier execution; where a newer version runs, its own defaults come first. */
function payloadOf(
  workload: PlainMapping,
  replaced: Program | undefined,
  changes: PlainMapping | undefined,
): PlainMapping {
  const defaults = replaced?.playbook.workload;
  const given = Object.entries(workload).filter(
    ([key, value]) => JSON.stringify(defaults?.[key]) !== JSON.stringify(value),
  );
  return mappingOf([...given, ...Object.entries(changes ?? {})]);
}

function batches(events: readonly Unstamped[]): Unstamped[][] {
  const all: Unstamped[][] = [];
  let room = 0;
  for (const event of events) {
    const length = JSON.stringify(event, bigintAsText).length;
    if (all.length === 0 || length > room) {
      all.push([]);
      room = MAX_BATCH_LENGTH;
    }
    all.at(-1)?.push(event);
    room -= length;
  }
  return all;
}

const bigintAsText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
