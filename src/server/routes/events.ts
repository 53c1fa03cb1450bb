import { findExecution } from '../execution/find-execution.ts';
import { HttpError } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';
import { ingest } from '../ingest/ingest.ts';
import { keyOf, limitBytes, readEvents } from '../ingest/read-events.ts';

export const eventsHandlers: ChapterHandlers<'events'> = {
  'events.send': async ({ services, body, request }) => {
    const { executionId } = await findExecution(services, String(body.execution_id));
    const key = keyOf(request.headers['idempotency-key']);
    const read = readEvents(services, executionId, [body], key, () => 'body');
    const { taken, commands, masked } = await ingest(services, executionId, read);
    const { eventId, late, isDuplicate } = taken[0]!;
    if (late !== undefined) {
      throw new HttpError(409, `the report changed nothing: ${late}. It is recorded as event ${eventId}`);
    }
    return {
      status: 'ok',
      event_id: eventId,
      commands_generated: commands,
      duplicate: isDuplicate,
      masked: [...masked],
    };
  },
  'events.batch': async ({ services, body, request }) => {
    limitBytes(body.events);
    const { executionId } = await findExecution(services, String(body.execution_id));
    const worker = body.worker_id === undefined ? {} : { worker_id: body.worker_id };
    const sent = body.events.map(event => ({ ...worker, ...event }));
    const key = keyOf(request.headers['idempotency-key']);
    const read = readEvents(services, executionId, sent, key, index => `body/events/${index}`);
    const { taken, commands, masked } = await ingest(services, executionId, read);
    return {
      status: 'ok',
      event_ids: taken.map(({ eventId }) => eventId),
      commands_generated: commands,
      duplicate: taken.every(({ isDuplicate }) => isDuplicate),
      late: taken.flatMap(({ late }, index) => (late === undefined ? [] : [{ index, why: late }])),
      masked: [...masked],
    };
  },
};
