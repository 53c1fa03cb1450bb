import { EMPTY_MAPPING, isMapping, type PlainValue } from '../common/plain-value.ts';
import type { KeychainEntry, Playbook } from '../playbook/model.ts';
import { tasksOf } from '../playbook/model-walk.ts';

/**
 * Credentials that a playbook names without declaring them, and entries of its keychain that would be fetched
 * from somewhere, are empty ones in a test: secrets stay where they are.
 */
export function withFakeCredentials(playbook: Playbook): Playbook {
  const declared = playbook.keychain.map(entry => (isFetched(entry) ? emptyEntry(entry.name) : entry));
  const known = new Set(declared.map(({ name }) => name));
  const named = playbook.workflow.flatMap(tasksOf).flatMap(({ auth, sink }) => [auth, sink?.auth]);
  const missing = [...new Set(named.flatMap(namesIn))].filter(name => !known.has(name));
  return { ...playbook, keychain: [...declared, ...missing.map(emptyEntry)] };
}

/** The names that `auth:` gives, but for those that only a template knows. */
function namesIn(auth: PlainValue | undefined): readonly string[] {
  if (typeof auth === 'string') return /\{[{%]/.test(auth) ? [] : [auth];
  if (!isMapping(auth)) return [];
  const { credential, ref, key, source, type } = auth;
  if (typeof type === 'string' || credential !== undefined || ref !== undefined || source !== undefined)
    return [credential, ref, source === undefined ? undefined : key].flatMap(name =>
      typeof name === 'string' ? namesIn(name) : [],
    );
  return Object.values(auth).flatMap(namesIn);
}

function isFetched({ kind, config }: KeychainEntry): boolean {
  if (config.credential !== undefined || config.ref !== undefined) return true;
  if (kind === 'http') return config.endpoint !== undefined || config.url !== undefined;
  if (kind === 'secret_manager' || kind === 'secrets') return config.provider !== 'env';
  return /^(?:credential|oauth2|google)/.test(kind);
}

const emptyEntry = (name: string): KeychainEntry => ({
  name,
  kind: 'static',
  scope: 'local',
  autoRenew: false,
  residency: 'none',
  config: EMPTY_MAPPING,
});
