import type { KeychainScope, KeychainSummary } from '../../ports/keychain-store.ts';

/** Which secrets a request means. */
export interface Place {
  readonly scope: KeychainScope | undefined;
  /** The execution and the one above it that nobody called; undefined: of whichever execution. */
  readonly execution: { readonly own: string; readonly root: string } | undefined;
}

export function isThere({ scope, execution }: Place, summary: KeychainSummary): boolean {
  if (scope !== undefined && summary.scope !== scope) return false;
  if (!execution || summary.scope === 'global') return true;
  return summary.executionId === (summary.scope === 'local' ? execution.own : execution.root);
}

const NARROWEST_FIRST: readonly KeychainScope[] = ['local', 'shared', 'global'];

/** The one that a task would get: of an execution the narrowest, otherwise the widest; put by hand first, newest first. */
export function chooseSecret(
  { execution }: Place,
  found: readonly KeychainSummary[],
  now: number,
): KeychainSummary | undefined {
  const rank = ({ scope, isGiven, expiresAt, updatedAt }: KeychainSummary): readonly number[] => {
    const width = NARROWEST_FIRST.indexOf(scope);
    return [expiresAt > now ? 0 : 1, isGiven ? 0 : 1, execution ? width : -width, -updatedAt];
  };
  return [...found].sort((a, b) => compare(rank(a), rank(b)))[0];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
