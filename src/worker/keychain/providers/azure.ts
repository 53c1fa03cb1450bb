import { isMapping, mappingOf } from '../../../common/plain-value.ts';
import { callHttp } from '../call-http.ts';
import { requestToken } from '../request-token.ts';
import { SecretError } from '../secret-error.ts';
import { tokenRequest } from '../token-request.ts';
import { type Provider, type ProviderCall, settingOf, splitPart, withoutSlash } from './provider.ts';

const AUTHORITY = 'https://login.microsoftonline.com';
const SCOPE = 'https://vault.azure.net/.default';
const API = '7.4';

/** Azure Key Vault. A place is `[vault/]name[#version]`. */
export const azure: Provider = {
  isKept: true,
  open: async call => {
    const token = await tokenOf(call);
    const config = mappingOf([['headers', mappingOf([['Authorization', `Bearer ${token}`]])]]);
    return async (what, place) => {
      const url = urlOf(call, place);
      const answer = await callHttp(call.run, what, { wanted: 'secret', url, config });
      const value = isMapping(answer) ? answer.value : undefined;
      if (typeof value === 'string') return value;
      throw new SecretError(`${what}: the answer of Azure has no \`value\``);
    };
  },
};

function urlOf(call: ProviderCall, place: string): string {
  const [path, version] = splitPart(place);
  const [name, inPlace] = path.split('/').reverse() as [string, string?];
  const vault = inPlace ?? settingOf(call, ['vault', 'vault_name'], ['AZURE_KEY_VAULT_NAME']);
  const endpoint = settingOf(call, ['endpoint'], []);
  if (vault === undefined && endpoint === undefined)
    throw new SecretError(
      `${call.what}: the vault is not known: write the place as vault/name, or \`vault\``,
    );
  const address = withoutSlash(endpoint ?? `https://${vault}.vault.azure.net`);
  const parts = ['secrets', name, ...(version === undefined ? [] : [version])].map(encodeURIComponent);
  return `${address}/${parts.join('/')}?api-version=${API}`;
}

/** A token that is given, or one for the client of an application. */
async function tokenOf(call: ProviderCall): Promise<string> {
  const { run, what } = call;
  const given = settingOf(call, ['access_token', 'token'], []);
  if (given !== undefined) return run.redactor.learn(given);
  const tenant = settingOf(call, ['tenant_id'], ['AZURE_TENANT_ID']);
  const id = settingOf(call, ['client_id'], ['AZURE_CLIENT_ID']);
  const secret = settingOf(call, ['client_secret'], ['AZURE_CLIENT_SECRET']);
  if (tenant === undefined || id === undefined || secret === undefined)
    throw new SecretError(
      `${what}: there is no client for Azure: name a credential with \`tenant_id\`, \`client_id\` and ` +
        '`client_secret` in `auth`, or set AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET. Identities of ' +
        'machines are not read',
    );
  run.redactor.learn(secret);
  const authority = settingOf(call, ['authority_host'], ['AZURE_AUTHORITY_HOST']) ?? AUTHORITY;
  const endpoint = `${withoutSlash(authority)}/${encodeURIComponent(tenant)}/oauth2/v2.0/token`;
  const fields = Object.entries({ endpoint, client_id: id, client_secret: secret, scopes: SCOPE });
  const { access_token: token } = await requestToken(run, what, tokenRequest(what, mappingOf(fields)));
  if (typeof token === 'string' && token !== '') return run.redactor.learn(token);
  throw new SecretError(`${what}: the answer of Azure has no \`access_token\``, { kind: 'auth' });
}
