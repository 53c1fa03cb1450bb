import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseCheck, FileHealth } from '../../ports/database-check.ts';
import { Connection, toText } from './connection.ts';
import { LOG_MIGRATIONS } from './log-migrations/index.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { QueryProcess } from './query/query-process.ts';
import type { Cell } from './query/serve.ts';
import * as sql from './sql/check.ts';

const DATABASES: readonly { readonly file: string; readonly migrations: readonly Migration[] }[] = [
  { file: 'noetl.db', migrations: MIGRATIONS },
  { file: 'logs.db', migrations: LOG_MIGRATIONS },
];

/** The databases of a data directory. One that is not there is not told of. */
export const sqliteCheck = (directory: string): DatabaseCheck => ({
  directory,
  check: () =>
    Promise.all(
      DATABASES.filter(({ file }) => existsSync(join(directory, file))).map(({ file, migrations }) =>
        checkFile(directory, file, migrations),
      ),
    ),
});

async function checkFile(
  directory: string,
  file: string,
  migrations: readonly Migration[],
): Promise<FileHealth> {
  const path = join(directory, file);
  const newestSchema = migrations.at(-1)?.number ?? 0;
  const bytes = [path, `${path}-wal`].map(sizeOf).reduce((sum, each) => sum + each, 0);
  const found = await look(path);
  const missing = expectedTables(migrations).filter(table => !found.tables.includes(table));
  return { file, bytes, newestSchema, missing, ...found };
}

/** In a process of its own: nobody waits while every page is read. */
async function look(path: string): Promise<Pick<FileHealth, 'schema' | 'tables' | 'damage'>> {
  const process = new QueryProcess(path);
  const ask = async (asked: string) => {
    const { rows } = await process.ask({ sql: asked, values: [], rows: 100_000, bytes: 2 ** 26 });
    return rows.map(([cell = null]) => cell);
  };
  try {
    const damage = (await ask(sql.QUICK_CHECK)).map(textOf).filter(text => text !== 'ok');
    const [schema] = await ask(sql.LAST_MIGRATION);
    return { schema: Number(schema), tables: (await ask(sql.TABLES)).map(textOf), damage };
  } catch (error) {
    // A file that cannot be read is what this is to find out.
    return {
      schema: undefined,
      tables: [],
      damage: [error instanceof Error ? error.message : String(error)],
    };
  } finally {
    process.kill();
  }
}

/** What the migrations make of an empty database. */
function expectedTables(migrations: readonly Migration[]): readonly string[] {
  const connection = new Connection(':memory:');
  try {
    migrate(connection, migrations, 0);
    return connection
      .prepare(sql.TABLES)
      .all()
      .map(([name]) => toText(name));
  } finally {
    connection.close();
  }
}

const textOf = (cell: Cell): string => (cell instanceof Uint8Array ? Buffer.from(cell).toString('utf8') : '');

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
