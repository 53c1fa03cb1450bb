import { isMapping, mappingOf, type PlainMapping } from '../../../common/plain-value.ts';
import { callHttp } from '../call-http.ts';
import { SecretError } from '../secret-error.ts';
import { type Provider, type ProviderCall, partOf, settingOf, splitPart, withoutSlash } from './provider.ts';

/** HashiCorp Vault, the key-value engine in its second version. A place is `path` or `path#field`. */
export const vault: Provider = {
  isKept: true,
  open: async call => {
    const address = settingOf(call, ['endpoint', 'address', 'vault_addr'], ['VAULT_ADDR']);
    const token = settingOf(call, ['token', 'vault_token'], ['VAULT_TOKEN']);
    if (address === undefined || token === undefined) throw missing(call, address);
    call.run.redactor.learn(token);
    const mount = settingOf(call, ['mount'], ['NOETL_VAULT_KV_MOUNT']) ?? 'secret';
    const headers = headersOf(call, token);
    return async (what, place) => {
      const [path, field] = splitPart(place);
      const url = `${withoutSlash(address)}/v1/${encode(mount)}/data/${encode(path)}`;
      const config = mappingOf([['headers', headers]]);
      const answer = await callHttp(call.run, what, { wanted: 'secret', url, config });
      return partOf(what, fieldsIn(what, answer), field);
    };
  },
};

const missing = ({ what }: ProviderCall, address: string | undefined): SecretError =>
  new SecretError(
    address === undefined
      ? `${what}: where Vault is is not known: write \`endpoint\`, or set VAULT_ADDR`
      : `${what}: there is no token for Vault: name a credential with a \`token\` in \`auth\`, or set VAULT_TOKEN`,
  );

function headersOf(call: ProviderCall, token: string): PlainMapping {
  const namespace = settingOf(call, ['namespace'], ['VAULT_NAMESPACE']);
  return mappingOf([
    ['X-Vault-Token', token],
    ['X-Vault-Request', 'true'],
    ...(namespace === undefined ? [] : ([['X-Vault-Namespace', namespace]] as const)),
  ]);
}

function fieldsIn(what: string, answer: unknown): PlainMapping {
  const outer = isMapping(answer) ? answer.data : undefined;
  const inner = isMapping(outer) ? outer.data : undefined;
  if (isMapping(inner)) return inner;
  throw new SecretError(
    `${what}: Vault answered without data: the secret was deleted, or its engine is no key-value engine of version 2`,
  );
}

const encode = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
