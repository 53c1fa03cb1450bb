import type { Migration } from '../migrations/migration.ts';
import { logs } from './0001-logs.ts';

export const LOG_MIGRATIONS: readonly Migration[] = [{ number: 1, name: 'logs', sql: logs }];
