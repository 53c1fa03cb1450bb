import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import type { KeychainScope, KeychainStore } from '../ports/keychain-store.ts';
import { ControlError } from './control-error.ts';
import { readId, readText, refuse } from './read-message.ts';

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

export function readKeychainOrder(message: PlainMapping): KeychainOrder {
  const scope = SCOPES.find(word => word === message.scope);
  if (message.scope !== undefined && scope === undefined)
    return refuse(`\`scope\` must be ${SCOPES.join(', ')}`);
  return {
    do: 'remove_secrets',
    playbook: readText(message, 'playbook'),
    name: readText(message, 'name'),
    ...(scope === undefined ? {} : { scope }),
    ...(message.executionId === undefined ? {} : { executionId: readId(message) }),
  };
}

/** How many there were. */
export async function serveKeychain(
  keychain: Pick<KeychainStore, 'remove'> | undefined,
  { do: _, ...filter }: KeychainOrder,
): Promise<PlainValue> {
  if (!keychain) throw new ControlError('control_failed', 'this process keeps no secrets');
  return keychain.remove(filter);
}
