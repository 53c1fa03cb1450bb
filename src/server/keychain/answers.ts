import type { Static } from '@sinclair/typebox';
import type { KeychainEntryBody, KeychainFoundBody } from '../../api/schemas/keychain.ts';
import { mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import { maskData } from '../../core/credential/mask-data.ts';
import type { KeptSecret, KeychainSummary } from '../../ports/keychain-store.ts';

/** The playbook whose secrets are meant. */
export interface KeychainTarget {
  /** Its id in the catalog; of a file, the hash of its content. */
  readonly id: string;
  /** What its executions are pinned to. */
  readonly hash: string;
}

const time = (milliseconds: number): string => new Date(milliseconds).toISOString();

export function entryBody(
  { id }: KeychainTarget,
  summary: KeychainSummary,
  now: number,
): Static<typeof KeychainEntryBody> {
  const { name, scope, executionId, expiresAt, accessedAt } = summary;
  const owner = scope === 'local' ? executionId : scope === 'shared' ? `shared:${executionId}` : 'global';
  return {
    keychain_name: name,
    cache_key: `${name}:${id}:${owner}`,
    scope_type: scope,
    execution_id: executionId ?? null,
    credential_type: summary.kind,
    cache_type: summary.holds,
    source: summary.isGiven ? 'given' : 'resolved',
    created_at: time(summary.createdAt),
    updated_at: time(summary.updatedAt),
    expires_at: time(expiresAt),
    ttl_seconds: Math.max(0, Math.floor((expiresAt - now) / 1000)),
    expired: expiresAt <= now,
    auto_renew: summary.autoRenew,
    accessed_at: accessedAt === undefined ? null : time(accessedAt),
    access_count: summary.accessCount,
  };
}

/** Which fields there are, never what secret ones hold. */
export function foundBody(
  target: KeychainTarget,
  secret: KeptSecret,
  now: number,
): Static<typeof KeychainFoundBody> {
  const data = maskData(secret.fields);
  return {
    status: secret.expiresAt <= now ? 'expired' : 'found',
    catalog_id: target.id,
    data,
    token_data: data,
    ...(secret.renewConfig ? { renew_config: maskRenewal(secret.renewConfig) } : {}),
    ...entryBody(target, secret, now),
  };
}

/** Where it is renewed may be seen, without what may be secret in the address. */
function maskRenewal(config: PlainMapping): PlainMapping {
  const { endpoint } = config;
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return maskData(config);
  const { origin, pathname } = new URL(endpoint);
  return mappingOf([...Object.entries(maskData(config)), ['endpoint', `${origin}${pathname}`]]);
}
