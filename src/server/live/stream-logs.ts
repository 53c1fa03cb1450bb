import { isTerminal } from '../../core/fold/fold.ts';
import { executionStatus } from '../../core/view/execution-view.ts';
import { type LogQuery, lineBody, readLines } from '../execution/log-lines.ts';
import type { ServerServices } from '../services.ts';
import type { SseConnection } from '../sse/sse-connection.ts';
import { Bell } from './bell.ts';
import { liveOf } from './live.ts';
import { cursorText, type LogCursor, linesAfter } from './log-cursor.ts';

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
  }: { readonly executionId: string; readonly from: LogCursor; readonly query: LogQuery },
): Promise<void> {
  let cursor = from;
  while (!connection.signal.aborted) {
    const state = await services.engine.state(executionId);
    for (const [line, next] of linesAfter(await readLines(services, executionId, query), cursor)) {
      if (connection.signal.aborted) return;
      await connection.send({ id: cursorText(next), data: lineBody(line) });
      cursor = next;
    }
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
