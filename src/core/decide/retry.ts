import type { Retry } from '../../playbook/model.ts';
import { TemplateError } from '../../template/index.ts';
import type { RenderContext } from '../render-context.ts';
import { type Happened, outcomeNames } from './context.ts';
import { countOf, durationOf } from './count.ts';
import { expectedAttempt, type OpenCommand } from './open-commands.ts';
import type { Turn } from './turn.ts';

export interface RetryDecision {
  /** Milliseconds. */
  readonly delay: number;
  readonly maxAttempts: number;
}

/**
 * C5: whether the attempt that has just ended is followed by another one, and after what delay. The
 * first retry whose condition holds decides. `maxAttempts` counts executions, the first included. A
 * success is repeated only where a condition asks for it (polling); when attempts are used up, the last
 * result stands.
 */
export function decideRetry(turn: Turn, open: OpenCommand, outcome: Happened): RetryDecision | undefined {
  const step = turn.program.step(open.step);
  if (turn.state.fatal.length > 0) return undefined;
  if (open.frame !== undefined) return decideClaimRetry(open, outcome);
  if (step.retry.length === 0) return undefined;
  const attempt = expectedAttempt(open.command);
  const { context } = outcomeNames(turn, outcome).defineAll({
    attempt,
    _attempt: attempt,
    status_code: outcome.error?.statusCode ?? null,
    iter: { index: open.iteration ?? null },
  });
  const retry = step.retry.find(candidate => isWanted(turn, candidate, context, outcome.error !== undefined));
  if (!retry) return undefined;
  return unlessUnreadable(() => {
    const maxAttempts = countOf(turn, retry.maxAttempts, context);
    if (attempt >= maxAttempts) return undefined;
    return { delay: delayOf(turn, retry, attempt, context, open.commandId), maxAttempts };
  });
}

/** Kinds of failures that stand in the playbook: trying again changes nothing. */
const LASTING: ReadonlySet<string> = new Set(['template', 'configuration', 'validation', 'cancelled']);

/** C8: a claim is tried again as often as its frame says, after the usual delays; the step's `retry` is for its rows. */
function decideClaimRetry({ command }: OpenCommand, { error }: Happened): RetryDecision | undefined {
  const { maxAttempts } = command;
  const attempt = expectedAttempt(command);
  if (!error || LASTING.has(error.kind) || attempt >= maxAttempts) return undefined;
  return { delay: Math.round(Math.min(1000 * 1.5 ** (attempt - 1), 60_000)), maxAttempts };
}

/** C6: `stop_when` wins over `when`. */
const isWanted = (turn: Turn, { when, stopWhen }: Retry, context: RenderContext, failed: boolean): boolean =>
  unlessUnreadable(() => {
    if (stopWhen && turn.program.condition(stopWhen).test(context, turn.host)) return false;
    return when ? turn.program.condition(when).test(context, turn.host) : failed;
  }) ?? false;

/** C6: a condition, count or delay that cannot be evaluated does not retry. */
function unlessUnreadable<T>(evaluate: () => T): T | undefined {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

/** delay(k) = min(initial · multiplier^(k−1), max) after the k-th attempt. */
function delayOf(
  turn: Turn,
  retry: Retry,
  attempt: number,
  context: RenderContext,
  commandId: string,
): number {
  const initial = durationOf(turn, retry.initialDelay, context);
  const delay = Math.min(
    initial * retry.multiplier ** (attempt - 1),
    durationOf(turn, retry.maxDelay, context),
  );
  return Math.round(retry.jitter ? delay * jitter(`${commandId}#${attempt}`) : delay);
}

/** From 0.5 to 1.5, different per command and attempt and the same on replay: chance has no place here. */
function jitter(seed: string): number {
  let hash = 2166136261;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 16777619);
  // The last characters are those that differ: without this they would hardly move the result.
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  hash ^= hash >>> 16;
  return 0.5 + (hash >>> 0) / 2 ** 32;
}
