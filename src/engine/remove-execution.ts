import type { ExecutionFamily, Retention } from '../ports/retention.ts';

/** What came of asking for an execution to be removed. */
export type Removal =
  | { readonly kind: 'removed' /** It and its descendants. */; readonly executions: number }
  | { readonly kind: 'kept'; readonly why: KeptBecause };

export type KeptBecause =
  | { readonly reason: 'unknown' }
  /** It is removed together with its parent. */
  | { readonly reason: 'child'; readonly of: string }
  /** It, or a descendant of it, has not ended. */
  | { readonly reason: 'running'; readonly executions: readonly string[] }
  /** Reruns of it, or of a descendant, read its results. */
  | { readonly reason: 'shared'; readonly reruns: readonly string[] };

/** Removes an execution with its descendants, or says what it is kept for. */
export async function removeExecution(retention: Retention, executionId: string): Promise<Removal> {
  const executions = await retention.remove(executionId);
  if (executions > 0) return { kind: 'removed', executions };
  const why = keptBecause(await retention.family(executionId));
  if (why) return { kind: 'kept', why };
  // What kept it went away between the two calls.
  const removedNow = await retention.remove(executionId);
  return removedNow > 0
    ? { kind: 'removed', executions: removedNow }
    : { kind: 'kept', why: { reason: 'unknown' } };
}

const NONE: ReadonlySet<string> = new Set();

/** Undefined if nothing keeps it. What is in `gone` keeps nothing any more. */
export function keptBecause(
  family: ExecutionFamily | undefined,
  gone: ReadonlySet<string> = NONE,
): KeptBecause | undefined {
  if (!family) return { reason: 'unknown' };
  const { parent, running } = family;
  if (parent !== undefined && !gone.has(parent)) return { reason: 'child', of: parent };
  if (running.length > 0) return { reason: 'running', executions: running };
  const reruns = family.reruns.filter(rerun => !gone.has(rerun));
  return reruns.length > 0 ? { reason: 'shared', reruns } : undefined;
}
