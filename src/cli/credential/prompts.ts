import { mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import { typeName } from '../../core/credential/normalise.ts';
import { PUBLIC_FIELDS } from '../../core/credential/public-fields.ts';
import type { Ask } from '../input/ask.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';

/** What a person is asked for, by type; an answer that is empty leaves the field out. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['postgres', 'host port user password database'],
  ['snowflake', 'account user password warehouse database schema role'],
  ['bearer', 'token'],
  ['api_key', 'api_key header'],
  ['basic', 'username password'],
  ['nats', 'url user password token'],
  ['aws', 'access_key_id secret_access_key region'],
  ['s3', 'access_key_id secret_access_key region endpoint'],
  ['oauth2', 'token_url client_id client_secret scope'],
  ['oauth2_client_credentials', 'token_url client_id client_secret scope'],
  ['secret', 'secret'],
]);

/** Asks for the fields of a type, secret ones without showing what is typed. Undefined: interrupted. */
export async function askForData(ask: Ask, type: string): Promise<PlainMapping | undefined> {
  const fields = FIELDS.get(typeName(type));
  if (fields === undefined)
    throw new WrongRequest(
      `the fields of type '${type}' are not known: give them with --from-file, --data or --set`,
    );
  const answers: [string, string][] = [];
  for (const field of fields.split(' ')) {
    const answer = await ask(`${field}: `, !PUBLIC_FIELDS.has(field));
    if (answer === undefined) return undefined;
    if (answer !== '') answers.push([field, answer]);
  }
  return mappingOf(answers);
}
