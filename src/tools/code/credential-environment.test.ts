import { expect, it } from 'vitest';
import { credentialEnvironment } from './credential-environment.ts';

const none = { variables: {}, files: {} };

it('gives what libraries of clouds look for', () => {
  const aws = { type: 's3', data: { key_id: 'id', secret_key: 'secret', region: 'eu' } };
  expect(credentialEnvironment(aws).variables).toEqual({
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_DEFAULT_REGION: 'eu',
    AWS_REGION: 'eu',
  });
  expect(credentialEnvironment({ type: 'azure', connection_string: 'c' }).variables).toEqual({
    AZURE_STORAGE_CONNECTION_STRING: 'c',
  });
});

it('gives the key of a Google service account as a file, in either form', () => {
  const whole = { type: 'google_service_account', private_key: 'k', client_email: 'e' };
  const { files } = credentialEnvironment(whole);
  expect(JSON.parse(files.GOOGLE_APPLICATION_CREDENTIALS ?? '')).toEqual({
    type: 'service_account',
    private_key: 'k',
    client_email: 'e',
  });
  const text = '{"type":"service_account"}';
  expect(credentialEnvironment({ type: 'gcs', service_account_json: text }).files).toEqual({
    GOOGLE_APPLICATION_CREDENTIALS: text,
  });
});

it('takes several credentials by alias, and leaves others alone', () => {
  const auth = { lake: { type: 'aws', access_key_id: 'id' }, api: { type: 'bearer', token: 't' } };
  expect(credentialEnvironment(auth)).toEqual({ variables: { AWS_ACCESS_KEY_ID: 'id' }, files: {} });
  expect(credentialEnvironment(undefined)).toEqual(none);
  expect(credentialEnvironment('name')).toEqual(none);
  expect(credentialEnvironment({ type: 'gcs', token: 't' })).toEqual(none);
});
