import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import type { KeychainScope, KeychainStore } from '../ports/keychain-store.ts';
import { readChoice, readId, readText } from './read-message.ts';

/** Resolved secrets that somebody has dropped while another process holds the directory. */
export interface KeychainOrder {
  readonly do: 'remove_secrets';
  /** The content hash of the playbook. */
  readonly playbook: string;
  readonly name: string;
  readonly scope?: KeychainScope;
  readonly executionId?: string;
}

const SCOPES: readonly KeychainScope[] = ['local', 'global', 'shared'];

export const readScope = (message: PlainMapping): KeychainScope => readChoice(message, 'scope', SCOPES);

export function readKeychainOrder(message: PlainMapping): KeychainOrder {
  return {
    do: 'remove_secrets',
    playbook: readText(message, 'playbook'),
    name: readText(message, 'name'),
    ...(message.scope === undefined ? {} : { scope: readScope(message) }),
    ...(message.executionId === undefined ? {} : { executionId: readId(message) }),
  };
}

/** How many there were. */
export async function serveKeychain(
  keychain: Pick<KeychainStore, 'remove'>,
  { do: _, ...filter }: KeychainOrder,
): Promise<PlainValue> {
  return keychain.remove(filter);
}
