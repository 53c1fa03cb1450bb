import type { QueryOf } from '../../api/route.ts';
import type { Routes } from '../../api/routes/index.ts';
import { parseDuration } from '../../common/duration.ts';
import type { ExecutionFilter, ExecutionStatus } from '../../ports/event-store.ts';
import { HttpError } from '../http-error.ts';

type ListQuery = QueryOf<Routes['executions.list']>;

const DEFAULT_PAGE = 100;
const STATUSES: readonly ExecutionStatus[] = [
  'PENDING',
  'RUNNING',
  'PAUSED',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
];

/** Pages by number or by offset, as older clients ask for them, or by the last execution of the page before. */
export function listFilter(query: ListQuery, now: number): ExecutionFilter {
  const { before, path, since, status, parent_execution_id: parent, catalog_id: catalog } = query;
  const limit = query.limit ?? query.page_size ?? DEFAULT_PAGE;
  const offset = query.offset ?? ((query.page ?? 1) - 1) * limit;
  return {
    limit,
    ...(offset === 0 ? {} : { offset }),
    ...(before === undefined ? {} : { before: readId(before) }),
    ...(path === undefined || path === '' ? {} : { pathPart: path }),
    ...(since === undefined ? {} : { since: readSince(since, now) }),
    ...(status === undefined || status === '' ? {} : { status: readStatus(status) }),
    ...(parent === undefined ? {} : { parent }),
    ...(catalog === undefined || catalog === '' ? {} : { catalogId: catalog }),
  };
}

function readStatus(text: string): ExecutionStatus {
  const word = text.toUpperCase();
  const status = STATUSES.find(each => each === word);
  if (status) return status;
  throw new HttpError(400, `status '${text.slice(0, 50)}' is none: ${STATUSES.join(', ')}`);
}

function readId(text: string): string {
  if (/^\d{1,19}$/.test(text)) return text;
  throw new HttpError(400, '`before` must be the id of an execution: the last one of the page before');
}

/** A time, or how long ago. */
function readSince(text: string, now: number): number {
  const span = parseDuration(text);
  if (span !== undefined) return now - span;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new HttpError(400, 'since must be a time such as 2026-11-16T08:30:00Z, or how long ago: 15m, 2h, 7d');
}
