import { isMapping, mappingOf } from '../../../common/plain-value.ts';
import { callHttp } from '../call-http.ts';
import { googleAccessToken } from '../google/access-token.ts';
import { SecretError } from '../secret-error.ts';
import {
  decodeBase64,
  type Provider,
  type ProviderCall,
  partOf,
  settingOf,
  splitPart,
  withoutSlash,
} from './provider.ts';

const ADDRESS = 'https://secretmanager.googleapis.com';

/** Google Secret Manager. A place is `projects/p/secrets/s/versions/v`, or `s` of the project of the entry; `#key` behind it. */
export const gcp: Provider = {
  isKept: true,
  open: async call => {
    const token = await googleAccessToken(call.run, call.what, call.auth);
    return async (what, place) => {
      const [path, key] = splitPart(place);
      return partOf(what, await access({ ...call, what }, path, token), key);
    };
  },
};

/** One secret, for those who need it to get another. */
export async function readGcpSecret(call: ProviderCall, place: string): Promise<string> {
  return access(call, place, await googleAccessToken(call.run, call.what, call.auth));
}

async function access(call: ProviderCall, place: string, token: string): Promise<string> {
  const address = withoutSlash(settingOf(call, ['endpoint'], []) ?? ADDRESS);
  const config = mappingOf([['headers', mappingOf([['Authorization', `Bearer ${token}`]])]]);
  const url = `${address}/v1/${versionOf(call, place)}:access`;
  const answer = await callHttp(call.run, call.what, { wanted: 'secret', url, config });
  const payload = isMapping(answer) ? answer.payload : undefined;
  const data = isMapping(payload) ? payload.data : undefined;
  if (typeof data === 'string') return decodeBase64(data);
  throw new SecretError(`${call.what}: Google's answer has no \`payload.data\``);
}

function versionOf(call: ProviderCall, place: string): string {
  const parts = place.split('/').map(encodeURIComponent);
  if (parts[0] === 'projects')
    return parts.length === 4 ? `${parts.join('/')}/versions/latest` : parts.join('/');
  const project = settingOf(call, ['project', 'project_id'], ['GOOGLE_CLOUD_PROJECT']);
  if (project !== undefined)
    return `projects/${encodeURIComponent(project)}/secrets/${parts[0]}/versions/${parts[1] ?? 'latest'}`;
  throw new SecretError(
    `${call.what}: the project is not known: write the place as projects/…/secrets/…/versions/…, or \`project\``,
  );
}
