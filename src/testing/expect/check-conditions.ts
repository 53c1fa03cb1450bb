import { mappingOf, type PlainValue } from '../../common/plain-value.ts';
import { NeedRef } from '../../core/decide/need-ref.ts';
import { baseContext, extendContext, type RenderContext } from '../../core/render-context.ts';
import type { Result } from '../../core/result.ts';
import { failureView } from '../../core/view/failure-view.ts';
import type { Condition, Expectation } from '../../playbook/model.ts';
import { TemplateError } from '../../template/index.ts';
import { placeName } from '../mocks/call-place.ts';
import type { Difference } from './match.ts';
import type { Outcome } from './outcome.ts';

/** Conditions see what the last template of the execution would see, and how it ended. */
export async function checkConditions(
  { that }: Expectation,
  outcome: Outcome,
): Promise<readonly Difference[]> {
  const loaded = new Map<string, PlainValue>();
  const context = contextOf(outcome, loaded);
  const found: Difference[] = [];
  for (const [i, condition] of that.entries()) {
    const path = `that[${i}]`;
    const verdict = await evaluate(condition, outcome, context, loaded);
    if (verdict === true) continue;
    const expected = condition.condition;
    found.push({
      path,
      expected,
      actual: false,
      ...(typeof verdict === 'string' ? { note: verdict } : {}),
    });
  }
  return found;
}

/** Whether it holds, or why it cannot be said. */
async function evaluate(
  condition: Condition,
  { program, follow }: Outcome,
  context: RenderContext,
  loaded: Map<string, PlainValue>,
): Promise<boolean | string> {
  for (;;) {
    try {
      return program.condition(condition).test(context);
    } catch (error) {
      if (error instanceof TemplateError) return error.message;
      if (!(error instanceof NeedRef)) throw error;
      loaded.set(error.uri, (await follow(error.uri)) ?? null);
    }
  }
}

function contextOf(outcome: Outcome, loaded: ReadonlyMap<string, PlainValue>): RenderContext {
  const { state, status, result, error, calls } = outcome;
  const load = (stored: Result): PlainValue | undefined => {
    if (stored.kind === 'none') return undefined;
    if (stored.kind === 'inline') return stored.data;
    const uri = stored.kind === 'stored' ? stored.ref.uri : stored.uri;
    const value = loaded.get(uri);
    if (value === undefined) throw new NeedRef(uri);
    return value;
  };
  const byPlace = new Map<string, PlainValue[]>();
  for (const { place, view } of calls) {
    const name = placeName(place);
    byPlace.set(name, [...(byPlace.get(name) ?? []), view]);
  }
  return extendContext(baseContext(state, { load }), {
    status,
    result: result ?? null,
    error: error ? failureView(error) : null,
    calls: mappingOf(byPlace),
  });
}
