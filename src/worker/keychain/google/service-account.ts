import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { parseExactJson } from '../../../common/exact-json.ts';
import { isMapping, mappingOf, type PlainMapping } from '../../../common/plain-value.ts';
import { learnSecrets } from '../learn.ts';
import { requestToken } from '../request-token.ts';
import { SecretError } from '../secret-error.ts';
import type { SecretRun } from '../secret-run.ts';
import { tokenRequest } from '../token-request.ts';

/** The key file of a service account, as far as it is needed. */
export interface ServiceAccount {
  readonly email: string;
  readonly key: KeyObject;
  readonly keyId: string | undefined;
  readonly tokenUrl: string;
}

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Seconds; the longest that Google takes. */
const ASSERTION_LIFETIME = 3600;

/** Reads the fields of a key file, also where a credential holds the file as the text of one of its fields. */
export function readServiceAccount(run: SecretRun, what: string, given: PlainMapping): ServiceAccount {
  learnSecrets(run.redactor, given);
  const file = fileIn(given);
  if (!file)
    throw new SecretError(
      `${what} has no key of a service account: a credential with the fields of its key file ` +
        '(`client_email`, `private_key`) is needed',
    );
  learnSecrets(run.redactor, file);
  const { client_email: email, private_key: pem, private_key_id: keyId, token_uri: tokenUrl } = file;
  if (typeof email !== 'string' || typeof pem !== 'string')
    throw new SecretError(
      `${what}: \`client_email\` and \`private_key\` of its service account must be texts`,
    );
  return {
    email,
    key: readKey(what, pem),
    keyId: typeof keyId === 'string' ? keyId : undefined,
    tokenUrl: typeof tokenUrl === 'string' && tokenUrl !== '' ? tokenUrl : TOKEN_URL,
  };
}

function fileIn(given: PlainMapping): PlainMapping | undefined {
  if (given.private_key !== undefined) return given;
  for (const value of Object.values(given)) {
    const file = typeof value === 'string' && /^\s*\{/.test(value) ? parsed(value) : value;
    if (isMapping(file) && file.private_key !== undefined) return file;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    // A field that begins with a brace and is no JSON is not the file that is looked for.
    return undefined;
  }
}

function readKey(what: string, pem: string): KeyObject {
  try {
    // Files that went through a variable or a template often have `\n` in two characters.
    return createPrivateKey(pem.replaceAll('\\n', '\n'));
  } catch {
    // Not even the cause: what Node says may repeat what it read.
    throw new SecretError(`${what}: \`private_key\` of its service account is no private key in PEM form`);
  }
}

/** Exchanges a claim that is signed here for a token of Google's: the whole answer. */
export function exchangeClaim(
  run: SecretRun,
  what: string,
  account: ServiceAccount,
  claim: PlainMapping,
): Promise<PlainMapping> {
  const assertion = signedClaim(account, claim, Math.floor(run.services.clock.now() / 1000));
  run.redactor.learn(assertion);
  const data = mappingOf([
    ['grant_type', JWT_GRANT],
    ['assertion', assertion],
  ]);
  const fields = mappingOf([
    ['endpoint', account.tokenUrl],
    ['data', data],
  ]);
  return requestToken(run, what, tokenRequest(what, fields));
}

/** A JWT, RS256. `now` in seconds. */
export function signedClaim(account: ServiceAccount, claim: PlainMapping, now: number): string {
  const { email, keyId, tokenUrl, key } = account;
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) };
  const payload = {
    iss: email,
    sub: email,
    aud: tokenUrl,
    iat: now,
    exp: now + ASSERTION_LIFETIME,
    ...claim,
  };
  const text = [header, payload]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
