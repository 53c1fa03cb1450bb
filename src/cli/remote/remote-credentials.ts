import { ApiError, type Client } from '../../client/index.ts';
import { EMPTY_MAPPING, type PlainMapping } from '../../common/plain-value.ts';
import type { CredentialStore, CredentialSummary, NewCredential } from '../../ports/credential-store.ts';

type Body = Awaited<ReturnType<typeof fetchOne>>;

/** The credentials of a server, which never sends their data. */
export const remoteCredentials = (client: Client): Pick<CredentialStore, 'list' | 'get'> => ({
  list: async ({ type, q } = {}) => {
    const query = { ...(type === undefined ? {} : { type }), ...(q === undefined ? {} : { q }) };
    return (await client.call('credentials.list', { query })).items.map(summaryOf);
  },
  get: async name => {
    const found = await unlessAbsent(fetchOne(client, name));
    return found && { ...summaryOf(found), data: EMPTY_MAPPING };
  },
});

/** Whether it replaced one of the same name. */
export async function putOnServer(client: Client, credential: NewCredential): Promise<boolean> {
  const isThere = (await remoteCredentials(client).get(credential.name)) !== undefined;
  const { name, type, data, description, tags, meta } = credential;
  await client.call('credentials.put', {
    body: { name, type, data, description: description ?? null, tags: [...(tags ?? [])], meta },
  });
  return isThere;
}

/** Whether there was one. */
export async function removeFromServer(client: Client, name: string): Promise<boolean> {
  return (await unlessAbsent(client.call('credentials.remove', { params: { name } }))) !== undefined;
}

const fetchOne = (client: Client, name: string) => client.call('credentials.get', { params: { name } });

const summaryOf = (body: Body): CredentialSummary => ({
  id: body.id,
  name: body.name,
  type: body.type,
  description: body.description,
  tags: body.tags ?? [],
  meta: (body.meta ?? undefined) as PlainMapping | undefined,
  createdAt: Date.parse(body.created_at),
  updatedAt: Date.parse(body.updated_at),
});

async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
