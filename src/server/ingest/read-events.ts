import type { ProblemBody } from '../../api/error-body.ts';
import { MAX_BATCH_BYTES } from '../../api/routes/events.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import { FieldError } from '../../core/codec/format-error.ts';
import { type ReadEvent, readTold } from '../../core/ingest/read-told.ts';
import { encodedLength } from '../../engine/loop-items.ts';
import { HttpError, unprocessable } from '../http-error.ts';
import type { ServerServices } from '../services.ts';

const MAX_KEY = 200;

/** `Idempotency-Key` of a request: with it, everything in the request counts once. */
export function keyOf(header: string | string[] | undefined): string | undefined {
  const key = Array.isArray(header) ? header[0] : header;
  if (key === undefined || key === '') return undefined;
  if (key.length <= MAX_KEY) return key;
  throw new HttpError(400, `Idempotency-Key is longer than ${MAX_KEY} characters`);
}

/** Reads what was sent, all of it: 422 with every problem there is, and nothing is taken. */
export function readEvents(
  { clock, ids }: ServerServices,
  executionId: string,
  raw: readonly unknown[],
  key: string | undefined,
  where: (index: number) => string,
): readonly ReadEvent[] {
  const problems: ProblemBody[] = [];
  const read: ReadEvent[] = [];
  for (const [index, event] of raw.entries()) {
    const own =
      key === undefined ? { text: ids.next(), once: false } : { text: `${key}#${index}`, once: true };
    try {
      read.push(readTold(event, { executionId, at: clock.now(), key: own }));
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      problems.push({
        where: `${where(index)}${error.field === '' ? '' : `/${error.field}`}`,
        message: error.problem,
      });
    }
  }
  if (problems.length === 0) return read;
  const [first] = problems as [ProblemBody];
  const more = problems.length === 1 ? '' : `, and ${problems.length - 1} more problems`;
  throw unprocessable(`nothing was taken: ${first.where} ${first.message}${more}`, problems);
}

/** 422 if a batch is larger than a turn should be. */
export function limitBytes(events: readonly unknown[]): void {
  const bytes = encodedLength(events as readonly PlainValue[]);
  if (bytes <= MAX_BATCH_BYTES) return;
  throw unprocessable(`the events are ${bytes} bytes, and a batch may have ${MAX_BATCH_BYTES}: send several`);
}
