import { isTerminal } from '../../core/fold/fold.ts';
import { executionStatus } from '../../core/view/execution-view.ts';
import { isWantedLine, printedLine } from '../../core/view/printed-lines.ts';
import { type LogQuery, lineBody } from '../execution/log-lines.ts';
import type { ServerServices } from '../services.ts';
import type { SseConnection } from '../sse/sse-connection.ts';
import { Bell } from './bell.ts';
import { liveOf } from './live.ts';

/** Lines that are held at once for one stream. */
const PAGE = 200;

/** Milliseconds between two looks at what was printed. */
const PAUSE = 500;

/** Sends what the tools of an execution print, until it has ended and all is sent. */
export async function streamLogs(
  services: ServerServices,
  connection: SseConnection,
  {
    executionId,
    from,
    query,
  }: { readonly executionId: string; readonly from: number; readonly query: LogQuery },
): Promise<void> {
  let place = from;
  while (!connection.signal.aborted) {
    const state = await services.engine.state(executionId);
    place = await sendNew(services, connection, { executionId, place, query });
    if (isTerminal(state)) {
      await connection.send({
        event: 'end',
        data: { execution_id: executionId, status: executionStatus(state) },
      });
      return;
    }
    await pause(services, connection, executionId);
  }
}

/** Sends all that is there after a place, in the order in which it was kept; gives the place after it. */
async function sendNew(
  { logs }: ServerServices,
  connection: SseConnection,
  {
    executionId,
    place,
    query,
  }: { readonly executionId: string; readonly place: number; readonly query: LogQuery },
): Promise<number> {
  const { step, attempt, iteration } = query;
  await logs.flush();
  for (let last = place; ; ) {
    const lines = await logs.readAfter(executionId, last, PAGE);
    for (const raw of lines) {
      if (connection.signal.aborted) return last;
      const line = printedLine(raw);
      last = raw.place;
      if (isWantedLine(line, { step, attempt, iteration }))
        await connection.send({ id: String(raw.place), data: lineBody(line) });
    }
    if (lines.length < PAGE) return last;
  }
}

/** Tools print without any turn being taken, so the store is looked at from time to time, too. */
async function pause(
  services: ServerServices,
  { signal }: SseConnection,
  executionId: string,
): Promise<void> {
  const bell = new Bell();
  const stop = services.clock.after(PAUSE, bell.ring);
  const stopListening = liveOf(services).listen(executionId, bell.ring);
  signal.addEventListener('abort', bell.ring);
  await bell.rung();
  signal.removeEventListener('abort', bell.ring);
  stop();
  stopListening();
}
