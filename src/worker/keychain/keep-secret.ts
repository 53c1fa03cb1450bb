import type { PlainMapping } from '../../common/plain-value.ts';
import type { KeychainEntry } from '../../playbook/model.ts';
import type { KeptSecret, KeychainKey } from '../../ports/keychain-store.ts';
import { learnSecrets } from './learn.ts';
import { renewSecret } from './renew-secret.ts';
import type { Resolution, Wanted } from './secret-cache.ts';
import { SecretError } from './secret-error.ts';
import type { ResolvedSecret, SecretRun } from './secret-run.ts';

/** How a secret is kept. */
export interface Keeping {
  /** Under which name the keychain of the playbook has it. */
  readonly name: string;
  readonly kind: string;
  readonly scope: KeychainEntry['scope'];
  readonly autoRenew: boolean;
  /** `renew_config` of the entry, rendered with the secret as it was; absent: it is resolved anew. */
  readonly renewConfig?: ((last: KeptSecret) => Promise<PlainMapping>) | undefined;
}

/** Takes a secret that was resolved before and is still good, or resolves it, once for all who ask. */
export async function keepSecret(
  run: SecretRun,
  what: string,
  { renewConfig, ...keeping }: Keeping,
  asked: { readonly holds: Wanted['holds']; readonly asked: string },
  resolve: () => Promise<Resolution>,
): Promise<ResolvedSecret> {
  const wanted: Wanted = { ...keeping, ...asked, ...(await placeOf(run, keeping)) };
  const cache = run.services.secrets!.kept;
  const resolved = await cache.get(wanted, async last => {
    if (!last || !renewConfig) return resolve();
    try {
      return await renewSecret(run, what, last, await renewConfig(last));
    } catch (error) {
      // A refusal is final: what was renewed so far will not be renewed again.
      if (error instanceof SecretError && !error.retryable) await cache.forget(wanted);
      throw error;
    }
  });
  // Also one that another command resolved is to be kept out of what this one reports.
  learnSecrets(run.redactor, resolved.fields);
  return resolved;
}

/** A secret that somebody put into the keychain for an entry, whatever the playbook says; the nearest comes first. */
export async function givenSecret(
  run: SecretRun,
  what: string,
  name: string,
): Promise<ResolvedSecret | undefined> {
  const { kept } = run.services.secrets!;
  for (const scope of ['local', 'shared', 'global'] as const) {
    const place = { name, ...(await placeOf(run, { scope })) };
    const found = await kept.given(place, last => renewSecret(run, what, last, last.renewConfig!));
    if (!found) continue;
    learnSecrets(run.redactor, found.fields);
    return found;
  }
  return undefined;
}

type Place = Pick<KeychainKey, 'playbook' | 'scope' | 'executionId'>;

/** `catalog` is an older word for `global`. */
async function placeOf(run: SecretRun, { scope }: Pick<KeychainEntry, 'scope'>): Promise<Place> {
  const playbook = run.renderer.program.playbook.hash;
  const { executionId } = run.command;
  switch (scope) {
    case 'local':
      return { playbook, scope, executionId };
    case 'shared':
      return { playbook, scope, executionId: await run.services.secrets!.rootOf(executionId) };
    case 'global':
    case 'catalog':
      return { playbook, scope: 'global', executionId: undefined };
  }
}
