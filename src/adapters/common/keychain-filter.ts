import type { KeychainFilter, KeychainSummary } from '../../ports/keychain-store.ts';

/** Whether a secret is among those that are asked for. */
export const isMeant = (summary: KeychainSummary, filter: KeychainFilter): boolean =>
  (['playbook', 'name', 'scope', 'executionId'] as const).every(
    field => filter[field] === undefined || filter[field] === summary[field],
  );

/** By name in the units of the text, then the one that came last first. */
export function byNameAndAge(a: KeychainSummary, b: KeychainSummary): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return Number(b.id) - Number(a.id);
}
