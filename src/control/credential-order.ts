import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import { isProblems, type NewCredential, readCredential } from '../core/credential/read-credential.ts';
import type { CredentialStore } from '../ports/credential-store.ts';
import { ControlError } from './control-error.ts';
import { readText, refuse } from './read-message.ts';

/**
 * Credentials that somebody stores while another process holds the directory. What they hold passes through
 * memory and the socket, which its owner alone can open; nothing of it is ever written or told.
 */
export type CredentialOrder =
  | { readonly do: 'put_credential'; readonly credential: NewCredential }
  | { readonly do: 'remove_credential'; readonly name: string }
  | { readonly do: 'rekey_credentials' };

export function readCredentialOrder(message: PlainMapping): CredentialOrder {
  switch (message.do) {
    case 'put_credential':
      return { do: 'put_credential', credential: readGiven(message.credential ?? null) };
    case 'remove_credential':
      return { do: 'remove_credential', name: readText(message, 'name') };
    default:
      return { do: 'rekey_credentials' };
  }
}

/** Names what is wrong, never what it is. */
function readGiven(given: PlainValue): NewCredential {
  const read = readCredential(given);
  if (!isProblems(read)) return read;
  return refuse(read.map(({ where, message }) => `\`${where}\` ${message}`).join('; '));
}

export const isCredentialOrder = (request: { readonly do: string }): request is CredentialOrder =>
  request.do.endsWith('_credential') || request.do.endsWith('_credentials');

/** Answers with what the command line tells: whether there was one, or how many. */
export async function serveCredentials(
  credentials: CredentialStore | undefined,
  order: CredentialOrder,
  now: number,
): Promise<PlainValue> {
  if (!credentials) throw new ControlError('control_failed', 'this process keeps no credentials');
  switch (order.do) {
    case 'put_credential': {
      const before = await credentials.find(order.credential.name);
      await credentials.put(order.credential, now);
      return before !== undefined;
    }
    case 'remove_credential':
      return credentials.remove(order.name);
    case 'rekey_credentials':
      return credentials.rekey();
  }
}
