import type { PlainValue } from '../../common/plain-value.ts';
import type { Recorded } from '../../compose/read.ts';
import type { Result } from '../../core/result.ts';
import type { State } from '../../core/state.ts';
import { shownData, shownResult } from '../../core/view/shown-result.ts';

/** Shows results with the values behind their references; those that are gone are shown by what is known. */
export async function loadResults(
  recorded: Recorded,
  state: State,
): Promise<(result: Result) => PlainValue | undefined> {
  const loaded = new Map<string, PlainValue>();
  const { phase, steps } = state;
  const results = [
    ...[...steps.values()].map(({ result }) => result),
    ...(phase.kind === 'completed' ? [phase.result] : []),
  ];
  for (const result of results) {
    const uri = uriOf(result);
    if (uri === undefined || loaded.has(uri)) continue;
    const value = await recorded.follow(uri);
    if (value !== undefined) loaded.set(uri, shownData(value));
  }
  return result => loaded.get(uriOf(result) ?? '') ?? shownResult(result);
}

function uriOf(result: Result): string | undefined {
  if (result.kind === 'stored') return result.ref.uri;
  return result.kind === 'collected' ? result.uri : undefined;
}
