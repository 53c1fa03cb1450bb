import { EMPTY_MAPPING } from '../common/plain-value.ts';
import type { KeychainEntry, Playbook } from '../playbook/model.ts';
import { tasksOf } from '../playbook/model-walk.ts';

/** Credentials that a playbook names without declaring them are empty ones in a test: secrets stay where they are. */
export function withFakeCredentials(playbook: Playbook): Playbook {
  const declared = new Set(playbook.keychain.map(({ name }) => name));
  const named = playbook.workflow
    .flatMap(tasksOf)
    .flatMap(({ auth, sink }) => [auth, sink?.auth])
    .filter((auth): auth is string => typeof auth === 'string' && !/\{[{%]/.test(auth));
  const missing = [...new Set(named)].filter(name => !declared.has(name));
  return missing.length === 0
    ? playbook
    : { ...playbook, keychain: [...playbook.keychain, ...missing.map(emptyEntry)] };
}

const emptyEntry = (name: string): KeychainEntry => ({
  name,
  kind: 'static',
  scope: 'local',
  autoRenew: false,
  residency: 'none',
  config: EMPTY_MAPPING,
});
