import type { ResultStore } from '../ports/result-store.ts';
import type { ExecutionFamily, Retention } from '../ports/retention.ts';

/** What came of it, or in words why nothing was removed. */
export type RemovedResults =
  | { readonly kind: 'removed'; readonly values: number }
  | { readonly kind: 'refused'; readonly why: string };

export interface ResultChoice {
  /** Of the executions that it called, too. */
  readonly withDescendants: boolean;
  /** Of this step alone. */
  readonly step: string | undefined;
}

/** Addresses that are looked at, and removed, at once. */
const PAGE = 500;

/** Removes stored values of an execution. What somebody else may still read is not removed (D7). */
export async function removeResults(
  { retention, results }: { readonly retention: Retention; readonly results: ResultStore },
  executionId: string,
  { withDescendants, step }: ResultChoice,
): Promise<RemovedResults> {
  const family = await retention.family(executionId);
  const why = family ? whyKept(family) : `there is no execution ${executionId}`;
  if (!family || why !== undefined) return { kind: 'refused', why: why ?? '' };
  let values = 0;
  for (const member of withDescendants ? family.members : [executionId]) {
    for (let after = ''; ; ) {
      const page = await results.list(member, { after, limit: PAGE });
      const wanted = page.filter(({ uri }) => step === undefined || isOfStep(nameOfResult(uri), step));
      const removed = await retention.removeResults(
        executionId,
        wanted.map(({ uri }) => uri),
      );
      if (removed === undefined) return { kind: 'refused', why: `execution ${executionId} is used again` };
      values += removed;
      if (page.length < PAGE) break;
      after = page.at(-1)?.uri ?? after;
    }
  }
  return { kind: 'removed', values };
}

function whyKept({ parent, running, reruns }: ExecutionFamily): string | undefined {
  if (running.length > 0) {
    return `${named(running)} has not ended and may read them: wait for it, or cancel it`;
  }
  if (parent !== undefined) {
    return `execution ${parent}, which called it, may refer to them: delete those of ${parent}, with scope=workflow`;
  }
  if (reruns.length > 0) {
    return `${named(reruns)} repeats it and shares them: they go with that one, see \`noetl prune\``;
  }
  return undefined;
}

const named = ([first, ...others]: readonly string[]): string =>
  others.length === 0 ? `execution ${first}` : `execution ${first} (and ${others.length} more)`;

/** The part of a reference that says what the value is. */
export function nameOfResult(uri: string): string {
  const [name = ''] = uri.split('/').slice(-2);
  return decodeURIComponent(name);
}

/** Values are called `<step>.<run>…`, or as whoever kept them said. */
export const isOfStep = (name: string, step: string): boolean =>
  name === step || name.startsWith(`${step}.`) || name.startsWith(`${step}_iter_`);
