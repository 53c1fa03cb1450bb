import type { encodeEvent } from '../../core/codec/encode-event.ts';
import { isTerminal } from '../../core/fold/fold.ts';
import { executionStatus } from '../../core/view/execution-view.ts';
import { readRows } from '../../engine/read/event-rows.ts';
import { eventFilter, eventTest, type RowFilter } from '../../engine/read/filter-rows.ts';
import { shownAs } from '../execution/events.ts';
import type { ServerServices } from '../services.ts';
import type { SseConnection } from '../sse/sse-connection.ts';
import { Bell } from './bell.ts';
import { liveOf } from './live.ts';

/** Events that are held at once for one stream. */
const PAGE = 100;

/**
 * Sends the events of an execution from a place of its log on, until it has ended and all are sent. They are
 * read from the log, however fast they come and however slowly they are taken.
 */
export async function streamEvents(
  services: ServerServices,
  connection: SseConnection,
  {
    executionId,
    from,
    filter,
  }: { readonly executionId: string; readonly from: number; readonly filter: RowFilter },
): Promise<void> {
  const bell = new Bell();
  const stop = liveOf(services).listen(executionId, bell.ring);
  connection.signal.addEventListener('abort', bell.ring);
  try {
    let row = from;
    while (!connection.signal.aborted) {
      const state = await services.engine.state(executionId);
      row = await sendNew(services, connection, { executionId, row, filter });
      if (isTerminal(state)) {
        await connection.send({
          event: 'end',
          data: { execution_id: executionId, status: executionStatus(state) },
        });
        return;
      }
      await bell.rung();
    }
  } finally {
    stop();
  }
}

/** Sends all that is there after a place; gives the place after it. */
async function sendNew(
  services: ServerServices,
  connection: SseConnection,
  {
    executionId,
    row,
    filter,
  }: { readonly executionId: string; readonly row: number; readonly filter: RowFilter },
): Promise<number> {
  const isWanted = rowTest(filter);
  const show = shownAs(await services.engine.state(executionId));
  for (let next = row; ; next += PAGE) {
    const rows = await readRows(services.events, executionId, next, PAGE);
    for (const each of rows) {
      if (connection.signal.aborted) return next;
      if (isWanted(each)) await connection.send({ id: each.event_id, data: show(each) });
    }
    if (rows.length < PAGE) return next + rows.length;
  }
}

type Row = ReturnType<typeof encodeEvent>[number];

function rowTest(filter: RowFilter): (row: Row) => boolean {
  const isWanted = eventTest(eventFilter(filter));
  return ({ event_type, node_name }) =>
    isWanted({ type: event_type, ...(node_name === undefined ? {} : { step: node_name }) } as Parameters<
      typeof isWanted
    >[0]);
}
