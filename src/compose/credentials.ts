import type { PlainValue } from '../common/plain-value.ts';
import { HolderLost } from '../control/control-error.ts';
import { type CredentialOrder, serveCredentials } from '../control/credential-order.ts';
import type { NewCredential } from '../ports/credential-store.ts';
import { leaveSeat, type Seat, takeSeat } from './seat.ts';

export interface CredentialPlace {
  readonly dataDir: string;
  /** May hold the key. Where another process holds the directory, the key is that one's. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Times a holder may go away before it is given up. */
const HOLDERS = 5;

/** Whether it replaced one of the same name. */
export const putCredential = async (place: CredentialPlace, credential: NewCredential): Promise<boolean> =>
  (await order(place, { do: 'put_credential', credential })) === true;

/** Whether there was one. */
export const removeCredential = async (place: CredentialPlace, name: string): Promise<boolean> =>
  (await order(place, { do: 'remove_credential', name })) === true;

/** How many were sealed anew. */
export const rekeyCredentials = async (place: CredentialPlace): Promise<number> =>
  Number(await order(place, { do: 'rekey_credentials' }));

/** Done here, or by the process that holds the directory. All of them can be done twice. */
async function order(place: CredentialPlace, what: CredentialOrder): Promise<PlainValue> {
  for (let holder = 1; ; holder++) {
    const seat = await takeSeat({ ...place, baseDir: '.', onTrouble: () => {} });
    try {
      return await carryOut(seat, what);
    } catch (error) {
      if (!(error instanceof HolderLost) || holder === HOLDERS) throw error;
    } finally {
      await leaveSeat(seat);
    }
  }
}

function carryOut(seat: Seat, what: CredentialOrder): Promise<PlainValue> {
  if (seat.kind === 'client') return seat.client.request(what);
  return serveCredentials(seat.local.stores.credentials, what, Date.now());
}
