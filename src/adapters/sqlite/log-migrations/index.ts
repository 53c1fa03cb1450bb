import type { Migration } from '../migrations/migration.ts';
import { logs } from './0001-logs.ts';
import { logAge } from './0002-log-age.ts';
import { chunkOrder } from './0003-chunk-order.ts';

export const LOG_MIGRATIONS: readonly Migration[] = [
  { number: 1, name: 'logs', sql: logs },
  { number: 2, name: 'log-age', sql: logAge },
  { number: 3, name: 'chunk-order', sql: chunkOrder },
];
