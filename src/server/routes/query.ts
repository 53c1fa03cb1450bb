import type { FastifyReply } from 'fastify';
import { MOST_ROWS } from '../../api/routes/query.ts';
import { type QueryAnswer, QueryRefused, type QueryRequest } from '../../ports/query-store.ts';
import { HttpError, notFound, unprocessable } from '../http-error.ts';
import type { Call, ChapterHandlers } from '../implement.ts';
import type { ServerServices } from '../services.ts';

/** Milliseconds. */
const TIME_LIMIT = 10_000;
/** Each of them is a process. */
const AT_ONCE = 4;

type QueryCall = Call<'query.run'> | Call<'query.postgres'>;

export const queryHandlers: ChapterHandlers<'query'> = {
  'query.run': call => answer(call),
  'query.postgres': call => answer(call),
};

async function answer({ body, services, reply }: QueryCall) {
  const { limit = MOST_ROWS } = body;
  const { columns, rows, truncated } = await ask(services, {
    sql: sqlOf(body),
    parameters: body.parameters,
    limit,
    timeLimit: TIME_LIMIT,
    signal: goneSignal(reply),
  });
  if (truncated && body.limit === undefined) throw new HttpError(413, tooMany(limit));
  const result = rows.map(row => [...row]);
  return { status: 'ok' as const, columns: [...columns], result, row_count: rows.length, truncated };
}

function sqlOf({ query, query_base64: encoded }: QueryCall['body']): string {
  if ((query === undefined) === (encoded === undefined))
    throw unprocessable(
      'the request is not what this route takes: name `query` or `query_base64`, one of them',
    );
  if (query !== undefined) return query;
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(encoded ?? '')) throw unprocessable('query_base64 is no base64');
  return Buffer.from(encoded ?? '', 'base64').toString('utf8');
}

/** By server: how many are under way. */
const underWay = new WeakMap<ServerServices, number>();

async function ask(services: ServerServices, request: QueryRequest): Promise<QueryAnswer> {
  if (!services.queries) throw notFound('this server keeps everything in memory: there is nothing to query');
  const running = underWay.get(services) ?? 0;
  if (running >= AT_ONCE)
    throw new HttpError(429, `${AT_ONCE} queries are under way: ask again when one is over`, {
      retryAfter: 1,
    });
  underWay.set(services, running + 1);
  try {
    return await services.queries.query(request);
  } catch (error) {
    if (!(error instanceof QueryRefused)) throw error;
    throw new HttpError(error.refusal === 'excessive' ? 413 : 422, error.message, { cause: error });
  } finally {
    underWay.set(services, (underWay.get(services) ?? 1) - 1);
  }
}

/** When nobody is there any more to be answered. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

const tooMany = (limit: number): string =>
  `the answer has more than ${limit} rows: add LIMIT to the query, or count and group in it. \`limit\` in the request gives the first rows alone`;
