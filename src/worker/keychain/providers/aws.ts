import { isMapping, mappingOf } from '../../../common/plain-value.ts';
import { callHttp } from '../call-http.ts';
import { SecretError } from '../secret-error.ts';
import { decodeBase64, type Provider, type ProviderCall, partOf, settingOf, splitPart } from './provider.ts';
import { type AwsKeys, signV4 } from './sign-v4.ts';

const TARGET = 'secretsmanager.GetSecretValue';
const REGION = /^([a-z]{2}(?:-[a-z]+)+-\d):(.+)$/s;

/** AWS Secrets Manager. A place is `[region:]id[#json-key]`, where the id may be an ARN. */
export const aws: Provider = {
  isKept: true,
  open: async call => {
    const keys = keysOf(call);
    return async (what, place) => {
      const [named, key] = splitPart(place);
      const { region, id } = placeOf(call, named);
      return partOf(what, await getSecret({ ...call, what }, keys, region, id), key);
    };
  },
};

function keysOf(call: ProviderCall): AwsKeys {
  const accessKeyId = settingOf(call, ['access_key_id', 'aws_access_key_id'], ['AWS_ACCESS_KEY_ID']);
  const secretAccessKey = settingOf(
    call,
    ['secret_access_key', 'aws_secret_access_key'],
    ['AWS_SECRET_ACCESS_KEY'],
  );
  const sessionToken = settingOf(call, ['session_token', 'aws_session_token'], ['AWS_SESSION_TOKEN']);
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new SecretError(
      `${call.what}: there are no keys for AWS: name a credential of type aws in \`auth\`, or set AWS_ACCESS_KEY_ID ` +
        'and AWS_SECRET_ACCESS_KEY. Profiles and roles of machines are not read',
    );
  for (const secret of [secretAccessKey, sessionToken]) call.run.redactor.learn(secret);
  return { accessKeyId, secretAccessKey, sessionToken };
}

function placeOf(call: ProviderCall, place: string): { readonly region: string; readonly id: string } {
  if (place.startsWith('arn:')) return { region: place.split(':')[3] ?? '', id: place };
  const [, written, id = place] = REGION.exec(place) ?? [];
  const region = written ?? settingOf(call, ['region'], ['AWS_REGION', 'AWS_DEFAULT_REGION']);
  if (region !== undefined) return { region, id };
  throw new SecretError(`${call.what}: the region is not known: write \`region\`, or the place as region:id`);
}

async function getSecret(call: ProviderCall, keys: AwsKeys, region: string, id: string): Promise<string> {
  const address = settingOf(call, ['endpoint'], []) ?? `https://secretsmanager.${region}.amazonaws.com`;
  if (!URL.canParse(address)) throw new SecretError(`${call.what}: \`endpoint\` is no address`);
  const url = new URL(address);
  const body = JSON.stringify({ SecretId: id });
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': TARGET };
  const request = { method: 'POST', url, headers, body, region, service: 'secretsmanager' };
  const signed = signV4(request, keys, call.run.services.clock.now());
  const config = mappingOf([
    ['method', 'POST'],
    ['headers', mappingOf(Object.entries(signed))],
    ['body', body],
    ['response_type', 'json'],
  ]);
  return secretIn(call, await callHttp(call.run, call.what, { wanted: 'secret', url: url.href, config }));
}

function secretIn({ what }: ProviderCall, answer: unknown): string {
  const { SecretString: text, SecretBinary: bytes } = isMapping(answer) ? answer : mappingOf([]);
  if (typeof text === 'string') return text;
  if (typeof bytes === 'string') return decodeBase64(bytes);
  throw new SecretError(`${what}: the answer of AWS has no \`SecretString\``);
}
