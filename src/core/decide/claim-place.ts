import type { PlainMapping } from '../../common/plain-value.ts';
import { TemplateError } from '../../template/index.ts';
import type { ConcurrencyClaim } from '../event.ts';
import type { Failure } from '../result.ts';
import type { Start } from './input.ts';
import { templateFailure } from './render.ts';
import type { Turn } from './turn.ts';

/** The place that a starting execution needs, with its key rendered; undefined: it needs none. */
export function claimOf(
  turn: Turn,
  workload: PlainMapping,
): { readonly claim: ConcurrencyClaim | undefined } | { readonly failure: Failure } {
  const { concurrency } = turn.program.playbook.executor;
  if (!concurrency) return { claim: undefined };
  const { key, limit, onLimit } = concurrency;
  try {
    const rendered = turn.program.template(key.template).renderText({ ...workload, workload }, turn.host);
    if (rendered.trim() !== '') return { claim: { key: rendered, limit, onLimit } };
    // All who misspell a name would share one place.
    throw new TemplateError('template_value', `'${key.template}' gives no text to limit executions by`);
  } catch (error) {
    return { failure: templateFailure(error, 'executor.spec.concurrency.key') };
  }
}

/**
 * E7: an execution with a concurrency key waits until it is admitted. One whose ancestor holds the key runs
 * in the place of that one: otherwise both would wait for each other.
 */
export const mustQueue = (claim: ConcurrencyClaim | undefined, { parent }: Start): boolean =>
  claim !== undefined && !(parent?.heldKeys ?? []).includes(claim.key);
