import { eventLog } from './0001-event-log.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** In order. One that was released is never changed: a checksum in each database would no longer match. */
export const MIGRATIONS: readonly Migration[] = [{ number: 1, name: 'event-log', sql: eventLog }];
