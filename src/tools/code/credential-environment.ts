import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';

/** What the libraries of clouds look for in the environment. */
export interface CredentialEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  /** Variables that name a file, with what is in it. */
  readonly files: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, PlainValue>>;

const AWS = new Set(['aws', 's3', 's3_hmac', 'hmac', 'gcs_hmac']);
const GOOGLE = new Set(['gcp', 'gcs', 'gcs_service_account', 'google_service_account', 'google_oauth']);
const AZURE = new Set(['azure', 'azure_storage']);

/** A credential, or several by alias. Types that no library looks for in the environment add nothing. */
export function credentialEnvironment(auth: PlainValue | undefined): CredentialEnvironment {
  const variables: Record<string, string> = {};
  const files: Record<string, string> = {};
  for (const fields of credentialsIn(auth)) {
    const type = String(fields.type ?? fields.service ?? '').toLowerCase();
    if (AWS.has(type)) Object.assign(variables, awsVariables(fields));
    if (AZURE.has(type))
      Object.assign(variables, pick(fields, { AZURE_STORAGE_CONNECTION_STRING: ['connection_string'] }));
    const key = GOOGLE.has(type) ? serviceAccount(fields) : undefined;
    if (key !== undefined) files.GOOGLE_APPLICATION_CREDENTIALS = key;
  }
  return { variables, files };
}

function credentialsIn(auth: PlainValue | undefined): readonly Fields[] {
  if (!isMapping(auth)) return [];
  if (typeof auth.type === 'string' || typeof auth.service === 'string') return [flat(auth)];
  return Object.values(auth).filter(isMapping).map(flat);
}

const flat = (auth: PlainMapping): Fields => (isMapping(auth.data) ? { ...auth.data, ...auth } : auth);

const awsVariables = (fields: Fields) =>
  pick(fields, {
    AWS_ACCESS_KEY_ID: ['access_key_id', 'key_id'],
    AWS_SECRET_ACCESS_KEY: ['secret_access_key', 'secret_key'],
    AWS_SESSION_TOKEN: ['session_token'],
    AWS_DEFAULT_REGION: ['region'],
    AWS_REGION: ['region'],
    AWS_ENDPOINT_URL: ['endpoint'],
  });

function pick(fields: Fields, names: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [variable, keys] of Object.entries(names)) {
    const value = keys.map(key => fields[key]).find(item => typeof item === 'string' && item !== '');
    if (typeof value === 'string') found[variable] = value;
  }
  return found;
}

/** The key file: under a name of its own, or the credential itself. */
function serviceAccount(fields: Fields): string | undefined {
  const key = fields.service_account_json ?? (fields.private_key === undefined ? undefined : fields);
  if (typeof key === 'string') return key;
  return isMapping(key) ? JSON.stringify({ ...key, type: 'service_account', data: undefined }) : undefined;
}
