import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Connection, toNumber, toText } from './connection.ts';
import { LOG_MIGRATIONS } from './log-migrations/index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import * as sql from './sql/check.ts';

/** The health of one database file of a data directory. */
export interface FileHealth {
  readonly file: string;
  /** With its write-ahead log. */
  readonly bytes: number;
  /** Number of the last migration it has; undefined if it cannot be read. */
  readonly schema: number | undefined;
  /** The one that this version of the program brings it to. */
  readonly newestSchema: number;
  /** What SQLite finds wrong, the first of it. Empty: nothing. */
  readonly damage: readonly string[];
}

const DATABASES: readonly { readonly file: string; readonly migrations: readonly Migration[] }[] = [
  { file: 'noetl.db', migrations: MIGRATIONS },
  { file: 'logs.db', migrations: LOG_MIGRATIONS },
];

/** Looks at the databases of a directory, also while another process writes to them. Changes nothing. */
export function checkFiles(directory: string): readonly FileHealth[] {
  return DATABASES.filter(({ file }) => existsSync(join(directory, file))).map(({ file, migrations }) => {
    const path = join(directory, file);
    const newestSchema = migrations.at(-1)?.number ?? 0;
    const bytes = [path, `${path}-wal`].map(sizeOf).reduce((sum, each) => sum + each, 0);
    return { file, bytes, newestSchema, ...look(path) };
  });
}

function look(path: string): Pick<FileHealth, 'schema' | 'damage'> {
  let connection: Connection | undefined;
  try {
    connection = new Connection(path, { readOnly: true });
    const damage = connection.prepare(sql.QUICK_CHECK).all();
    return {
      schema: toNumber(connection.prepare(sql.LAST_MIGRATION).get()?.[0]),
      damage: damage.map(([text]) => toText(text)).filter(text => text !== 'ok'),
    };
  } catch (error) {
    // A file that cannot be read is what this is to find out.
    return { schema: undefined, damage: [error instanceof Error ? error.message : String(error)] };
  } finally {
    connection?.close();
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
