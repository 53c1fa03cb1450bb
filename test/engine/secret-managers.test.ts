import { createVerify, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { EMPTY_MAPPING, mappingOf } from '../../src/common/plain-value.ts';
import { assemble } from '../../src/compose/local.ts';
import { signV4 } from '../../src/worker/keychain/providers/sign-v4.ts';
import { HandClock } from '../support/hand-clock.ts';
import { echo, useServer } from '../support/http-server.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';

/*
 * Stand-ins for the services: they check what the services would check, and answer as they do. None of these
 * providers was tried against the real service here.
 */
const server = useServer();

interface Heard {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
type Answer = { readonly status?: number; readonly body: unknown; readonly type?: string };

/** Answers by address; everything else gets its own request back. */
function standIn(answers: Readonly<Record<string, (heard: Heard) => Answer>>): Heard[] {
  const all: Heard[] = [];
  server.answer = async (request, response) => {
    const text = await echo(request);
    const heard = JSON.parse(text) as Heard;
    const path = heard.url.split('?')[0] ?? '';
    const { status = 200, body, type = 'application/json' } = answers[path]?.(heard) ?? { body: heard };
    if (answers[path]) all.push(heard);
    response.statusCode = status;
    response.setHeader('content-type', type);
    response.end(JSON.stringify(body));
  };
  return all;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const account = () => ({
  type: 'service_account',
  client_email: 'robot@shop.iam.gserviceaccount.com',
  private_key_id: 'key-1',
  private_key: privateKey,
  token_uri: `${server.origin}/google/token`,
});

/** The claims of an assertion, if it is signed with the key of the account. */
function claimsOf({ body }: Heard): Record<string, unknown> {
  const form = new URLSearchParams(body);
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  const [header = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const isSigned = createVerify('RSA-SHA256')
    .update(`${header}.${payload}`)
    .verify(publicKey, Buffer.from(signature, 'base64url'));
  expect(isSigned).toBe(true);
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

async function run(
  entry: string,
  read: string,
  options: {
    env?: Record<string, string>;
    credentials?: Record<string, { type: string; data: object }>;
    auth?: string;
  } = {},
) {
  const stores = openMemory();
  for (const [name, { type, data }] of Object.entries(options.credentials ?? {}))
    await stores.credentials.put({ name, type, data: mappingOf(Object.entries(data)) }, 1);
  const local = assemble(
    { stores, incarnation: 0, lastEventId: undefined, clock: new HandClock() },
    { baseDir: '.', env: options.env ?? {}, onTrouble: () => {} },
  );
  const headers = options.auth === undefined ? `headers: { x-read: "${read}" }` : `auth: ${options.auth}`;
  const yaml = `
  keychain: [${entry}]
  workflow:
    - step: a
      tool: { kind: http, url: "${server.origin}/echo", ${headers} }`;
  const start = {
    playbook: playbookFrom(yaml),
    text: textOf(yaml),
    source: 'test.yaml',
    payload: EMPTY_MAPPING,
  };
  const heardEcho: Heard[] = [];
  const answer = server.answer;
  server.answer = async (request, response) => {
    if (request.url === '/echo') heardEcho.push({ headers: request.headers } as unknown as Heard);
    return answer(request, response);
  };
  const id = await local.engine.start(start);
  const { phase } = await local.engine.ended(id);
  const log = JSON.stringify((await stores.events.read(id)).flatMap(turn => turn.events));
  const kept = await stores.keychain.list();
  return { phase, log, kept, sent: heardEcho.at(-1)?.headers ?? {} };
}

describe('Vault', () => {
  it('gives fields of a secret to whoever has a token', async () => {
    const heard = standIn({
      '/v1/kv/data/shop/db': () => ({ body: { data: { data: { user: 'kim', password: 'from-vault' } } } }),
    });
    const entry = '{ name: s, provider: vault, map: { p: "shop/db#password", all: shop/db } }';
    const env = { VAULT_ADDR: server.origin, VAULT_TOKEN: 'vault-token', NOETL_VAULT_KV_MOUNT: 'kv' };
    const { sent, log, kept } = await run(entry, '{{ keychain.s.p }} {{ keychain.s.all.user }}', { env });
    expect(sent['x-read']).toBe('from-vault kim');
    expect(heard[0]?.headers['x-vault-token']).toBe('vault-token');
    expect(log).not.toMatch(/from-vault|vault-token/);
    expect(kept).toMatchObject([{ name: 's', kind: 'secret_manager', holds: 'secret', scope: 'global' }]);
  });

  it.each([
    [{ VAULT_TOKEN: 'x' }, 'set VAULT_ADDR'],
    [{ VAULT_ADDR: 'http://127.0.0.1:1' }, 'set VAULT_TOKEN'],
  ])('needs an address and a token', async (env, message) => {
    const { phase } = await run('{ name: s, provider: vault, map: { p: a } }', '{{ keychain.s.p }}', { env });
    expect(phase).toMatchObject({ error: { message: expect.stringContaining(message) } });
  });

  it('fails where the secret has no such field, with the fields it has', async () => {
    standIn({ '/v1/secret/data/a': () => ({ body: { data: { data: { user: 'kim' } } } }) });
    const env = { VAULT_ADDR: server.origin, VAULT_TOKEN: 'vault-token' };
    const { phase } = await run('{ name: s, provider: vault, map: { p: "a#no" } }', '{{ keychain.s.p }}', {
      env,
    });
    expect(phase).toMatchObject({
      error: {
        message: expect.stringContaining("keychain entry 's': `p`: the secret has no `no`; it has: user"),
      },
    });
  });
});

describe('AWS Secrets Manager', () => {
  const secret = { keys: 1, password: 'from-aws-manager' };
  const entry = () =>
    `{ name: s, provider: aws, endpoint: "${server.origin}/aws/", map: { p: "eu-west-1:shop/db#password" } }`;

  it('is asked with a signed request', async () => {
    const keys = { accessKeyId: 'AKID', secretAccessKey: 'aws-secret-key', sessionToken: undefined };
    const heard = standIn({
      '/aws/': ({ method, url, headers, body }) => {
        const signed = signV4(
          {
            ...{ method, body, region: 'eu-west-1', service: 'secretsmanager' },
            url: new URL(url, server.origin),
            headers: {
              'content-type': headers['content-type'] ?? '',
              'x-amz-target': headers['x-amz-target'] ?? '',
            },
          },
          keys,
          Date.parse(
            (headers['x-amz-date'] ?? '').replace(/(....)(..)(..T)(..)(..)(..Z)/, '$1-$2-$3$4:$5:$6'),
          ),
        );
        expect(headers.authorization).toBe(signed.authorization);
        return { body: { SecretString: JSON.stringify(secret) }, type: 'application/x-amz-json-1.1' };
      },
    });
    const credentials = {
      cloud: { type: 'aws', data: { key_id: keys.accessKeyId, secret_key: keys.secretAccessKey } },
    };
    const written = entry().replace('provider: aws', 'provider: aws, auth: cloud');
    const { sent, log } = await run(written, '{{ keychain.s.p }}', { credentials });
    expect(sent['x-read']).toBe('from-aws-manager');
    expect(heard[0]).toMatchObject({
      body: '{"SecretId":"shop/db"}',
      headers: { 'x-amz-target': 'secretsmanager.GetSecretValue' },
    });
    expect(log).not.toMatch(/from-aws|aws-secret-key/);
  });

  it('needs keys and a region', async () => {
    standIn({});
    const none = await run(entry(), '{{ keychain.s.p }}');
    expect(none.phase).toMatchObject({
      error: { message: expect.stringContaining('there are no keys for AWS') },
    });
    const env = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'aws-secret-key' };
    const nowhere = await run(entry().replace('eu-west-1:', ''), '{{ keychain.s.p }}', { env });
    expect(nowhere.phase).toMatchObject({
      error: { message: expect.stringContaining('the region is not known') },
    });
  });
});

describe('Azure Key Vault', () => {
  it('is asked with the token of a client', async () => {
    const heard = standIn({
      '/tenant/oauth2/v2.0/token': () => ({ body: { access_token: 'azure-token', expires_in: 3599 } }),
      '/vault/secrets/db/7': () => ({ body: { value: 'from-azure-vault' } }),
    });
    const entry = `{ name: s, provider: azure, endpoint: "${server.origin}/vault", map: { p: "db#7" } }`;
    const env = {
      AZURE_AUTHORITY_HOST: server.origin,
      AZURE_TENANT_ID: 'tenant',
      AZURE_CLIENT_ID: 'me',
      AZURE_CLIENT_SECRET: 'azure-client-secret',
    };
    const { sent, log } = await run(entry, '{{ keychain.s.p }}', { env });
    expect(sent['x-read']).toBe('from-azure-vault');
    expect(new URLSearchParams(heard[0]?.body).get('scope')).toBe('https://vault.azure.net/.default');
    expect(heard[1]).toMatchObject({
      url: '/vault/secrets/db/7?api-version=7.4',
      headers: { authorization: 'Bearer azure-token' },
    });
    expect(log).not.toMatch(/from-azure|azure-token|azure-client-secret/);
  });
});

describe('a secret of Kubernetes', () => {
  it('is read with the token of a service account', async () => {
    const data = { password: Buffer.from('from-the-cluster').toString('base64') };
    const heard = standIn({ '/api/v1/namespaces/shop/secrets/db': () => ({ body: { data } }) });
    const entry = `{ name: s, provider: k8s, endpoint: "${server.origin}", auth: cluster, map: { p: "shop/db#password" } }`;
    const credentials = { cluster: { type: 'bearer', data: { token: 'cluster-token' } } };
    const { sent, log } = await run(entry, '{{ keychain.s.p }}', { credentials });
    expect(sent['x-read']).toBe('from-the-cluster');
    expect(heard[0]?.headers.authorization).toBe('Bearer cluster-token');
    expect(log).not.toMatch(/from-the-cluster|cluster-token/);
  });

  it('needs a cluster', async () => {
    const { phase } = await run('{ name: s, provider: k8s, map: { p: a } }', '{{ keychain.s.p }}');
    expect(phase).toMatchObject({
      error: { message: expect.stringContaining('this runs in no pod of Kubernetes') },
    });
  });
});

describe('Google', () => {
  const payload = { data: Buffer.from('from-google-manager').toString('base64') };

  it('gives secrets to a service account whose key signs the claim here', async () => {
    const heard = standIn({
      '/google/token': call => {
        expect(claimsOf(call)).toMatchObject({
          iss: 'robot@shop.iam.gserviceaccount.com',
          aud: `${server.origin}/google/token`,
          scope: 'https://www.googleapis.com/auth/cloud-platform',
        });
        return { body: { access_token: 'google-token', expires_in: 3599 } };
      },
      '/v1/projects/p/secrets/db/versions/3:access': () => ({ body: { payload } }),
    });
    const entry = `{ name: s, provider: gcp, auth: robot, endpoint: "${server.origin}", map: { p: projects/p/secrets/db/versions/3 } }`;
    const credentials = { robot: { type: 'google_service_account', data: account() } };
    const { sent, log } = await run(entry, '{{ keychain.s.p }}', { credentials });
    expect(sent['x-read']).toBe('from-google-manager');
    expect(heard[1]?.headers.authorization).toBe('Bearer google-token');
    expect(log).not.toMatch(/from-google|google-token|PRIVATE KEY/);
  });

  it('gives secrets to the account of the machine, where no other is named', async () => {
    const metadata = '/computeMetadata/v1/instance/service-accounts/default/token';
    const heard = standIn({
      [metadata]: () => ({ body: { access_token: 'machine-token', expires_in: 3599 } }),
      '/v1/projects/p/secrets/db/versions/latest:access': () => ({ body: { payload } }),
    });
    const entry = `{ name: s, provider: gcp, endpoint: "${server.origin}", map: { p: db } }`;
    const env = { GCE_METADATA_HOST: server.origin.replace('http://', ''), GOOGLE_CLOUD_PROJECT: 'p' };
    const { sent } = await run(entry, '{{ keychain.s.p }}', { env });
    expect(sent['x-read']).toBe('from-google-manager');
    expect(heard[0]?.headers['metadata-flavor']).toBe('Google');
  });

  it('gives an id token for an audience', async () => {
    const claims = Buffer.from(JSON.stringify({ exp: 5_000 })).toString('base64url');
    const idToken = `header.${claims}.signature-of-google`;
    standIn({
      '/google/token': call => {
        expect(claimsOf(call)).toMatchObject({ target_audience: 'https://run.example.com' });
        return { body: { id_token: idToken } };
      },
    });
    const entry =
      '{ name: s, kind: google_id_token, target_audience: "https://run.example.com", service_account_credential: robot }';
    const file = { file: JSON.stringify(account()) };
    const credentials = { robot: { type: 'generic', data: file } };
    const { sent, log, kept } = await run(entry, '', { credentials, auth: 's' });
    expect(sent.authorization).toBe(`Bearer ${idToken}`);
    expect(kept).toMatchObject([{ holds: 'token', kind: 'google_id_token', expiresAt: 5_000_000 }]);
    expect(log).not.toMatch(/signature-of-google|PRIVATE KEY/);
  });

  it('takes the key of the account from its secret manager', async () => {
    const file = { data: Buffer.from(JSON.stringify(account())).toString('base64') };
    standIn({
      '/v1/projects/p/secrets/robot/versions/latest:access': () => ({ body: { payload: file } }),
      '/google/token': () => ({ body: { id_token: 'id-token-of-google' } }),
    });
    const entry = `{ name: s, kind: google_id_token, target_audience: "https://run.example.com", endpoint: "${server.origin}",
      service_account_secret: projects/p/secrets/robot, auth: me }`;
    const credentials = { me: { type: 'bearer', data: { token: 'token-of-mine' } } };
    const { sent, log } = await run(entry, '', { credentials, auth: 's' });
    expect(sent.authorization).toBe('Bearer id-token-of-google');
    expect(log).not.toMatch(/token-of-mine|PRIVATE KEY|id-token-of-google/);
  });

  it('says what is wrong with a key, without repeating it', async () => {
    const entry = '{ name: s, kind: google_id_token, target_audience: x, service_account_credential: robot }';
    const data = { ...account(), private_key: 'no-key-at-all' };
    const { phase, log } = await run(entry, '{{ keychain.s.id_token }}', {
      credentials: { robot: { type: 'google_service_account', data } },
    });
    expect(phase).toMatchObject({
      error: { message: expect.stringContaining('is no private key in PEM form') },
    });
    expect(log).not.toContain('no-key-at-all');
  });
});
