import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { normaliseCredential } from '../../core/credential/normalise.ts';
import { extendContext } from '../../core/render-context.ts';
import type { KeychainEntry } from '../../playbook/model.ts';
import { render } from '../render-task.ts';
import type { Keeping } from './keep-secret.ts';
import { SecretError } from './secret-error.ts';
import type { SecretScope } from './secret-run.ts';

/** An entry of the keychain that is being resolved. */
export interface EntryCall {
  readonly scope: SecretScope;
  readonly entry: KeychainEntry;
  /** How errors call it. */
  readonly what: string;
  /** Its fields, rendered; those that came to nothing are left out. */
  readonly config: PlainMapping;
}

/** How what an entry comes to is kept. */
export function keepingOf(call: EntryCall): Keeping {
  const { name, kind, scope, autoRenew, config } = call.entry;
  const renewConfig = config.renew_config;
  const keeping = { name, kind, scope, autoRenew };
  if (renewConfig === undefined || renewConfig === null) return keeping;
  return { ...keeping, renewConfig: last => renderRenewal(call, renewConfig, last.fields) };
}

/** The templates of `renew_config` read the entries above and, as the entry itself, what is to be renewed. */
async function renderRenewal(
  { scope: { renderer }, entry, what }: EntryCall,
  written: PlainValue,
  fields: PlainMapping,
): Promise<PlainMapping> {
  const above = renderer.context.keychain as Readonly<Record<string, unknown>>;
  // With getters as they are: what nobody reads is not fetched.
  const own = Object.create(null, {
    ...Object.getOwnPropertyDescriptors(above),
    [entry.name]: { value: fields, enumerable: true },
  });
  const context = extendContext(renderer.context, { keychain: own });
  const config = await render({ ...renderer, context }, written);
  if (isMapping(config)) return config;
  throw new SecretError(`${what}: \`renew_config\` must be a mapping with \`endpoint\` and \`data\``);
}

/** Fields of an entry that say how it is kept, not what it is. */
const KEEPING: ReadonlySet<string> = new Set(['ttl_seconds', 'renew_config', 'allowed_regions']);

export const withoutKeeping = (mapping: PlainMapping): PlainMapping =>
  mappingOf(Object.entries(mapping).filter(([name]) => !KEEPING.has(name)));

export function bearerFields(config: PlainMapping): PlainMapping {
  const fields = normaliseCredential('bearer', withoutKeeping(config));
  const token: readonly [string, PlainValue][] =
    fields.token === undefined ? [] : [['access_token', fields.token]];
  return mappingOf([...Object.entries(fields), ...token, ['token_type', 'Bearer']]);
}

export function staticFields(config: PlainMapping): PlainMapping {
  const { map = null, ...rest } = withoutKeeping(config);
  const mapped = isMapping(map) ? Object.entries(map) : [];
  return mappingOf([['type', 'static'], ...Object.entries(rest), ...mapped]);
}
