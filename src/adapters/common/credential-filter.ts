import type { CredentialFilter, CredentialSummary } from '../../ports/credential-store.ts';

/** Whether a credential is among those that are asked for. */
export function isWanted(
  { name, type, description, tags }: CredentialSummary,
  { type: wanted, q }: CredentialFilter,
): boolean {
  if (wanted !== undefined && wanted !== type) return false;
  const part = q?.toLowerCase() ?? '';
  return [name, description ?? '', ...tags].some(text => text.toLowerCase().includes(part));
}

/** By the units of the text, which is the order of every store. */
export const byName = (a: CredentialSummary, b: CredentialSummary): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
