import type { PlainValue } from '../../common/plain-value.ts';
import { fromStoredJson, StoredApart, toStoredJson } from '../../common/stored-json.ts';
import type { Event } from '../../core/event.ts';
import type { Turn } from '../../ports/event-store.ts';
import { type Store, spill } from './spill.ts';
import { StoreError } from './store-error.ts';
import { nameOfTurn, type StoredResult, storedResult } from './stored-result.ts';

/** A row is read whole, so it has to stay small: what is larger is stored apart, and the row refers to it. */
export const MAX_ROW_BYTES = 1024 * 1024;
/** Of one value of users' data in a row. */
const MAX_VALUE_BYTES = 64 * 1024;

/** Forms of the stored events. A newer form gets a number of its own; rows are never rewritten. */
const WHOLE = 1;
/** As before, and values that are stored apart are named by `{"$stored": uri}`. */
const WITH_REFERENCES = 2;
export const NEWEST_FORM = WITH_REFERENCES;

/** A turn on its way into a store. */
export interface TurnText {
  readonly text: string;
  readonly form: number;
  /** To be kept in the result store before or with the row. */
  readonly apart: readonly StoredResult[];
}

export function writeEvents(turn: Turn): TurnText {
  const text = toStoredJson(turn.events);
  // Each UTF-16 unit is at most three bytes: most turns need no second look.
  if (text.length * 3 <= MAX_VALUE_BYTES || Buffer.byteLength(text) <= MAX_VALUE_BYTES) {
    return { text, form: WHOLE, apart: [] };
  }
  return writeLarge(turn);
}

/** Takes out ever smaller values until the rest fits into a row; in the end all of it. */
function writeLarge(turn: Turn): TurnText {
  for (let limit = MAX_VALUE_BYTES; limit >= 256; limit /= 4) {
    const written = writeApart(turn, store => spill(turn.events, limit, store));
    if (Buffer.byteLength(written.text) <= MAX_ROW_BYTES) return written;
  }
  const all = turn.events as unknown as PlainValue;
  return writeApart(turn, store => new StoredApart(() => store(all)));
}

function writeApart({ executionId, version }: Turn, take: (store: Store) => unknown): TurnText {
  const apart = new Map<string, StoredResult>();
  const store = (value: PlainValue): string => {
    const stored = storedResult(executionId, nameOfTurn(version), value);
    apart.set(stored.ref.uri, stored);
    return stored.ref.uri;
  };
  const text = toStoredJson(take(store));
  return { text, form: apart.size > 0 ? WITH_REFERENCES : WHOLE, apart: [...apart.values()] };
}

export function readEvents(
  executionId: string,
  version: number,
  text: string,
  form: number,
  follow: (uri: string) => PlainValue | undefined,
): readonly Event[] {
  const turn = `turn ${version} of execution ${executionId}`;
  if (form > NEWEST_FORM) {
    throw new StoreError(
      'store_too_new',
      `${turn} was written by a newer version of noetl (form ${form}, this version reads up to ` +
        `${NEWEST_FORM}): update noetl`,
    );
  }
  try {
    const find = (uri: string): PlainValue => follow(uri) ?? missing(uri);
    return fromStoredJson(text, form === WITH_REFERENCES ? find : undefined) as unknown as readonly Event[];
  } catch (cause) {
    throw new StoreError('store_corrupt', `${turn} is damaged: ${RESTORE}`, { cause });
  }
}

function missing(uri: string): never {
  throw new Error(`the value ${uri}, which belongs to it, is missing`);
}

/** The versions of a log have no gaps; if they do, the database has lost a row. */
export function missingTurn(executionId: string, version: number): StoreError {
  return new StoreError(
    'store_corrupt',
    `turn ${version} of execution ${executionId} is missing: ${RESTORE}`,
  );
}

const RESTORE = 'restore the data directory from a backup; other executions are not affected';
