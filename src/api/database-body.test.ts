import { describe, expect, it } from 'vitest';
import type { FileHealth } from '../ports/database-check.ts';
import { databaseBody } from './database-body.ts';

const whole: FileHealth = {
  file: 'noetl.db',
  bytes: 4096,
  schema: 3,
  newestSchema: 3,
  tables: ['turn'],
  missing: [],
  damage: [],
};
const said = (change: Partial<FileHealth>) => {
  const { status, valid, message } = databaseBody('/data', [{ ...whole, ...change }]);
  expect([status, valid]).toEqual(['error', false]);
  return message;
};

describe('a database', () => {
  it('is valid when it is whole, of this version and has all tables', () => {
    expect(databaseBody('/data', [whole])).toEqual({
      status: 'ok',
      message: 'noetl.db is whole: schema 3, 1 tables and views',
      valid: true,
      path: '/data',
      tables: ['turn'],
      missing: [],
      files: [{ file: 'noetl.db', bytes: 4096, schema: 3, newest_schema: 3, damage: [] }],
    });
  });

  it('is not where something is wrong, which is said with what to do', () => {
    expect(said({ damage: ['row 1 missing'], schema: undefined })).toContain(
      'is damaged (row 1 missing): restore',
    );
    expect(said({ schema: 4 })).toContain('newer noetl (schema 4, this one knows 3): update');
    expect(said({ schema: 2 })).toContain('`noetl db init` brings it there');
    expect(said({ missing: ['event', 'queue'] })).toContain('lacks event, queue');
    expect(databaseBody('/data', []).message).toContain('/data holds no database: `noetl db init`');
  });
});
