import type { Static } from '@sinclair/typebox';
import type { EventBody, EventQuery, Pagination } from '../../api/schemas/execution.ts';
import type { EventRow } from '../../core/codec/row.ts';
import type { State } from '../../core/state.ts';
import { readRows, rowsUpTo } from '../../engine/read/event-rows.ts';
import { filterRows } from '../../engine/read/filter-rows.ts';
import { HttpError } from '../http-error.ts';
import type { ServerServices } from '../services.ts';
import type { FoundExecution } from './find-execution.ts';

export type ShownEvent = Static<typeof EventBody>;
type Query = Static<typeof EventQuery>;

export interface EventPage {
  readonly events: ShownEvent[];
  readonly pagination: Static<typeof Pagination>;
}

const DEFAULT_PAGE = 100;

/** A page of the events of an execution. Only the turns of that page are read. */
export async function eventPage(
  { events }: ServerServices,
  { summary, state }: FoundExecution,
  query: Query,
): Promise<EventPage> {
  const { executionId } = summary;
  const { page = 1, page_size: size = DEFAULT_PAGE, event_type: type, step } = query;
  const skip =
    query.since_event_id === undefined ? 0 : await rowsAfter(events, executionId, query.since_event_id);
  const from = (page - 1) * size;
  const show = shownAs(state);
  if (type === undefined && step === undefined) {
    const rows = await readRows(events, executionId, skip + from, size);
    return { events: rows.map(show), pagination: paginate(page, size, summary.events - skip) };
  }
  const found = await filterRows(events, executionId, { type, step }, { skip, from, count: size });
  return { events: found.rows.map(show), pagination: paginate(page, size, found.total) };
}

async function rowsAfter(events: ServerServices['events'], executionId: string, id: string): Promise<number> {
  const rows = await rowsUpTo(events, executionId, id);
  if (rows !== undefined) return rows;
  throw new HttpError(400, `execution ${executionId} has no event '${id.slice(0, 100)}' to begin after`);
}

export function paginate(page: number, size: number, total: number): Static<typeof Pagination> {
  const pages = Math.ceil(total / size);
  return {
    page,
    page_size: size,
    total_events: total,
    total_pages: pages,
    has_next: page < pages,
    has_prev: page > 1 && pages > 0,
  };
}

/** Rows as the API shows them: every field is there, null where nothing is known. */
export function shownAs({ header }: State): (row: EventRow) => ShownEvent {
  const catalog_id = header?.catalogId ?? '';
  const parent_execution_id = header?.parent?.executionId ?? null;
  return row => ({
    execution_id: row.execution_id,
    event_id: row.event_id,
    event_type: row.event_type,
    node_id: row.node_id ?? null,
    node_name: row.node_name ?? null,
    node_type: row.node_type,
    status: row.status,
    created_at: row.created_at,
    timestamp: row.created_at,
    context: row.context ?? null,
    result: row.result ?? null,
    error: row.error ?? null,
    meta: row.meta ?? null,
    worker_id: row.worker_id ?? null,
    attempt: row.attempt ?? null,
    catalog_id,
    parent_execution_id,
    v: row.v,
  });
}
