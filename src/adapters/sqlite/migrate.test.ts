import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';

const ONE = { number: 1, name: 'one', sql: 'CREATE TABLE one (a)' };
const TWO = { number: 2, name: 'two', sql: 'CREATE TABLE two (a); CREATE TABLE three (a)' };
const BROKEN = { number: 2, name: 'broken', sql: 'CREATE TABLE two (a); CREATE TABLE two (a)' };

describe('migrating', () => {
  let connection: Connection;
  beforeEach(() => {
    connection = new Connection(':memory:');
  });
  afterEach(() => connection.close());

  const tables = () =>
    connection
      .prepare(`SELECT CAST(name AS BLOB) FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .all()
      .map(([name]) => Buffer.from(name as Uint8Array).toString());

  it('applies what is missing, once', () => {
    migrate(connection, [ONE], 1);
    migrate(connection, [ONE, TWO], 2);
    migrate(connection, [ONE, TWO], 3);
    expect(tables()).toEqual(['migration', 'one', 'three', 'two']);
    expect(connection.prepare('SELECT number, applied_at FROM migration ORDER BY number').all()).toEqual([
      [1n, 1n],
      [2n, 2n],
    ]);
  });

  it('leaves everything as it was if one fails', () => {
    migrate(connection, [ONE], 1);
    expect(() => migrate(connection, [ONE, BROKEN], 2)).toThrow(/table two already exists/);
    expect(tables()).toEqual(['migration', 'one']);
    migrate(connection, [ONE, TWO], 3);
    expect(tables()).toContain('two');
  });

  it('has migrations in the order of their numbers, each number once', () => {
    const numbers = MIGRATIONS.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });
});
