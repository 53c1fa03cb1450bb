import type { Static } from '@sinclair/typebox';
import type { CredentialBody } from '../../api/routes/credentials.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import { isProblems, readCredential } from '../../core/credential/read-credential.ts';
import type { CredentialSummary } from '../../ports/credential-store.ts';
import { HttpError, notFound, unprocessable } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';
import type { ServerServices } from '../services.ts';

export const credentialsHandlers: ChapterHandlers<'credentials'> = {
  'credentials.put': async ({ body, services: { credentials, clock } }) => {
    const given = readCredential(body as PlainValue);
    if (isProblems(given)) {
      const what = given.map(({ where, message }) => `${where} ${message}`).join('; ');
      throw unprocessable(`the credential is not stored: ${what}`, given);
    }
    return bodyOf(await credentials.put(given, clock.now()));
  },
  'credentials.list': async ({ query, services: { credentials } }) => ({
    items: (await credentials.list(query)).map(bodyOf),
    filter: query,
  }),
  'credentials.get': async ({ params, query, services }) => {
    const found = await mustFind(services, params.name);
    if (query.include_data === true) throw notShown(found.name);
    return bodyOf(found);
  },
  'credentials.remove': async ({ params, services }) => {
    const { id, name } = await mustFind(services, params.name);
    await services.credentials.remove(name);
    return { message: `credential '${name}' is removed`, id };
  },
};

async function mustFind({ credentials }: ServerServices, nameOrId: string): Promise<CredentialSummary> {
  const found = await credentials.find(nameOrId);
  if (found) return found;
  throw notFound(`there is no credential '${nameOrId}'; GET /api/credentials lists what there is`);
}

/** Whoever can reach the server is not therefore one who may read every secret in it. */
const notShown = (name: string): HttpError =>
  new HttpError(
    403,
    `the data of credential '${name}' is not shown over HTTP: workers open it where a task names it in \`auth:\`; ` +
      `\`noetl credential get ${name}\`, where the server runs, shows which fields it has`,
  );

const bodyOf = (summary: CredentialSummary): Static<typeof CredentialBody> => ({
  id: summary.id,
  name: summary.name,
  type: summary.type,
  ...(summary.meta === undefined ? {} : { meta: summary.meta }),
  ...(summary.tags.length === 0 ? {} : { tags: [...summary.tags] }),
  ...(summary.description === undefined ? {} : { description: summary.description }),
  created_at: new Date(summary.createdAt).toISOString(),
  updated_at: new Date(summary.updatedAt).toISOString(),
});
