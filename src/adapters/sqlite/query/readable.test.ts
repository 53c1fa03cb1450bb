import { expect, it } from 'vitest';
import { MIGRATIONS } from '../migrations/index.ts';
import { CREATE_MIGRATION_TABLE } from '../sql/migration.ts';
import { READABLE_TABLES, SECRET_TABLES } from './readable.ts';

it('every table was decided on: it can be queried, or it is secret', () => {
  const sql = [CREATE_MIGRATION_TABLE, ...MIGRATIONS.map(migration => migration.sql)].join('\n');
  const created = [...sql.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(([, name]) => name ?? '');
  const decided = [...READABLE_TABLES, ...Object.keys(SECRET_TABLES)];
  expect(created.filter(name => !decided.includes(name))).toEqual([]);
});
