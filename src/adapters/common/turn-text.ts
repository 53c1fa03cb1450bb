import type { Event } from '../../core/event.ts';
import type { Turn } from '../../ports/event-store.ts';
import { StoreError } from './store-error.ts';
import { fromStoredJson, toStoredJson } from './stored-json.ts';

/** A turn is read whole, so it has to stay small; larger values go to the result store. */
export const MAX_TURN_BYTES = 1024 * 1024;

/** Form of the stored events. A newer form gets a number of its own; rows are never rewritten. */
export const TURN_FORM = 1;

export function writeEvents({ executionId, version, events }: Turn): string {
  const text = toStoredJson(events);
  // Each UTF-16 unit is at most three bytes: most turns need no count.
  if (text.length * 3 > MAX_TURN_BYTES) {
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_TURN_BYTES) {
      throw new StoreError(
        'store_turn_too_large',
        `turn ${version} of execution ${executionId} has ${bytes} bytes, the limit is ${MAX_TURN_BYTES}: ` +
          'put large values into the result store and refer to them',
      );
    }
  }
  return text;
}

export function readEvents(
  executionId: string,
  version: number,
  text: string,
  form: number,
): readonly Event[] {
  const turn = `turn ${version} of execution ${executionId}`;
  if (form > TURN_FORM) {
    throw new StoreError(
      'store_too_new',
      `${turn} was written by a newer version of noetl (form ${form}, this version reads up to ` +
        `${TURN_FORM}): update noetl`,
    );
  }
  try {
    return fromStoredJson(text) as unknown as readonly Event[];
  } catch (cause) {
    throw new StoreError('store_corrupt', `${turn} is damaged: ${RESTORE}`, { cause });
  }
}

/** The versions of a log have no gaps; if they do, the database has lost a row. */
export function missingTurn(executionId: string, version: number): StoreError {
  return new StoreError(
    'store_corrupt',
    `turn ${version} of execution ${executionId} is missing: ${RESTORE}`,
  );
}

const RESTORE = 'restore the data directory from a backup; other executions are not affected';
