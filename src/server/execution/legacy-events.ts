import type { Static } from '@sinclair/typebox';
import type { EventQuery } from '../../api/schemas/execution.ts';
import type { Event } from '../../core/event.ts';
import { type LegacyRow, legacyTrace } from '../../core/legacy-trace.ts';
import { turnsFrom } from '../../engine/read/event-rows.ts';
import { HttpError } from '../http-error.ts';
import type { ServerServices } from '../services.ts';
import { type EventPage, paginate, type ShownEvent } from './events.ts';
import type { FoundExecution } from './find-execution.ts';

/** Events in the words of the first engines. Each depends on those before it, so all of the log is read. */
export async function legacyPage(
  { events }: ServerServices,
  found: FoundExecution,
  query: Static<typeof EventQuery>,
): Promise<EventPage> {
  const log: Event[] = [];
  for await (const turn of turnsFrom(events, found.summary.executionId)) log.push(...turn.events);
  const rows = wanted(legacyTrace(log), query);
  const { page = 1, page_size: size = 100 } = query;
  const shown = rows.slice((page - 1) * size, page * size).map(row => shownLegacy(row, found));
  return { events: shown, pagination: paginate(page, size, rows.length) };
}

function wanted(rows: readonly LegacyRow[], query: Static<typeof EventQuery>): readonly LegacyRow[] {
  const { since_event_id: since, event_type: type, step } = query;
  const start = since === undefined ? 0 : rows.findIndex(({ event_id }) => event_id === since) + 1;
  if (since !== undefined && start === 0)
    throw new HttpError(400, `there is no event '${since.slice(0, 100)}'`);
  return rows.slice(start).filter(({ event_type, node_name }) => {
    const isAt =
      step === undefined || node_name === step || (node_name?.startsWith(`${step}_iter_`) ?? false);
    return isAt && (type === undefined || event_type === type);
  });
}

function shownLegacy(row: LegacyRow, { summary, state }: FoundExecution): ShownEvent {
  return {
    execution_id: summary.executionId,
    event_id: row.event_id,
    event_type: row.event_type,
    node_id: row.node_id ?? null,
    node_name: row.node_name ?? null,
    node_type: null,
    status: row.status,
    created_at: row.created_at,
    timestamp: row.created_at,
    context: row.context ?? null,
    result: row.result ?? null,
    error: row.error ?? null,
    meta: null,
    worker_id: row.worker_id ?? null,
    attempt: row.attempt ?? null,
    catalog_id: state.header?.catalogId ?? '',
    parent_execution_id: state.header?.parent?.executionId ?? null,
  };
}
