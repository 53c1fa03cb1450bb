import { parseExactJson } from '../../../common/exact-json.ts';
import { isMapping, mappingOf, type PlainMapping } from '../../../common/plain-value.ts';
import { callHttp } from '../call-http.ts';
import { learnSecrets } from '../learn.ts';
import { requestToken } from '../request-token.ts';
import { SecretError } from '../secret-error.ts';
import type { SecretRun } from '../secret-run.ts';
import { tokenRequest } from '../token-request.ts';
import { exchangeClaim, readServiceAccount } from './service-account.ts';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const METADATA_PATH = '/computeMetadata/v1/instance/service-accounts/default/token';

/**
 * A token for Google's APIs: of the credential that is given (a token, or the key of a service account), else as
 * Google's own programs do it: the file in GOOGLE_APPLICATION_CREDENTIALS, else the machine's own account.
 */
export async function googleAccessToken(
  run: SecretRun,
  what: string,
  auth: PlainMapping | undefined,
): Promise<string> {
  const answer = auth ? await byCredential(run, what, auth) : await byEnvironment(run, what);
  const token = answer.access_token ?? answer.token;
  if (typeof token !== 'string' || token === '')
    throw new SecretError(`${what}: Google's answer has no \`access_token\``, { kind: 'auth' });
  return run.redactor.learn(token);
}

async function byCredential(run: SecretRun, what: string, auth: PlainMapping): Promise<PlainMapping> {
  if (typeof (auth.access_token ?? auth.token) === 'string') return auth;
  if (typeof auth.refresh_token === 'string') return byRefreshToken(run, what, auth);
  return exchangeClaim(run, what, readServiceAccount(run, what, auth), mappingOf([['scope', SCOPE]]));
}

/** What `gcloud auth application-default login` leaves. */
function byRefreshToken(run: SecretRun, what: string, auth: PlainMapping): Promise<PlainMapping> {
  learnSecrets(run.redactor, auth);
  const { client_id = null, client_secret = null, refresh_token = null, token_uri } = auth;
  const data = mappingOf(
    Object.entries({ grant_type: 'refresh_token', client_id, client_secret, refresh_token }),
  );
  const fields = mappingOf([
    ['endpoint', token_uri ?? 'https://oauth2.googleapis.com/token'],
    ['data', data],
  ]);
  return requestToken(run, what, tokenRequest(what, fields));
}

async function byEnvironment(run: SecretRun, what: string): Promise<PlainMapping> {
  const path = run.services.env('GOOGLE_APPLICATION_CREDENTIALS');
  if (path) return byCredential(run, what, await keyFile(run, what, path));
  const host = run.services.env('GCE_METADATA_HOST') || 'metadata.google.internal';
  const config = mappingOf([['headers', mappingOf([['Metadata-Flavor', 'Google']])]]);
  const call = { wanted: 'token', url: `http://${host}${METADATA_PATH}`, config };
  const answer = await callHttp(run, `${what} has no \`auth\`, and so asks the machine it runs on`, call);
  return isMapping(answer) ? answer : mappingOf([]);
}

async function keyFile(run: SecretRun, what: string, path: string): Promise<PlainMapping> {
  try {
    const file = parseExactJson(await run.services.secrets!.readFile(path));
    if (isMapping(file)) return file;
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'it is no JSON';
    throw new SecretError(`${what}: ${path} (GOOGLE_APPLICATION_CREDENTIALS) cannot be read: ${why}`);
  }
  throw new SecretError(`${what}: ${path} (GOOGLE_APPLICATION_CREDENTIALS) is no JSON object`);
}
