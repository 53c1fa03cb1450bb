import {
  EMPTY_MAPPING,
  isMapping,
  mappingOf,
  type PlainMapping,
  type PlainValue,
} from '../common/plain-value.ts';
import type { KeychainEntry, Playbook } from '../playbook/model.ts';
import { tasksOf } from '../playbook/model-walk.ts';

/**
 * Credentials that a playbook names without declaring them are empty ones in a test. Entries of its keychain that
 * would be fetched from somewhere are made up, with the fields they say, and so are variables that the test does
 * not set: secrets stay where they are.
 */
export function withFakeCredentials(playbook: Playbook): Playbook {
  const declared = playbook.keychain.map(entry =>
    isFetched(entry) ? madeUpEntry(entry) : withMadeUpVariables(entry),
  );
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

/** Fields that are always there, by the kind of the entry. */
const TOKEN_FIELDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^oauth2/, ['access_token', 'token']],
  [/^google/, ['id_token', 'access_token', 'token']],
];

function madeUpEntry({ name, kind, config }: KeychainEntry): KeychainEntry {
  const mapped = isMapping(config.map ?? null) ? Object.keys(config.map as PlainMapping) : [];
  const tokens = TOKEN_FIELDS.find(([kinds]) => kinds.test(kind))?.[1] ?? [];
  const fields = [...mapped, ...tokens].map(field => [field, madeUp(name, field)] as const);
  return { ...emptyEntry(name), config: mappingOf(fields) };
}

const VARIABLE = /^\{\{\s*(env\(\s*(?:'[^']+'|"[^"]+")\s*\))\s*\}\}$/;

/** A variable that the test does not set gives a made-up text, too. */
function withMadeUpVariables(entry: KeychainEntry): KeychainEntry {
  const fields = Object.entries(entry.config).map(([field, value]): [string, PlainValue] => {
    const read = typeof value === 'string' ? VARIABLE.exec(value.trim())?.[1] : undefined;
    return [field, read ? `{{ ${read} | default('${madeUp(entry.name, field)}', true) }}` : value];
  });
  return { ...entry, config: mappingOf(fields) };
}

const madeUp = (entry: string, field: string): string => `${entry}-${field}-of-tests`;

const emptyEntry = (name: string): KeychainEntry => ({
  name,
  kind: 'static',
  scope: 'local',
  autoRenew: false,
  residency: 'none',
  config: EMPTY_MAPPING,
});
