import type { SqlValue } from '../connection.ts';

/** One statement for the process of a query. */
export interface Ask {
  readonly sql: string;
  readonly values: readonly SqlValue[] | Readonly<Record<string, SqlValue>>;
  /** 0: it is not run, only its columns are told. */
  readonly rows: number;
  readonly bytes: number;
}

export type Cell = null | number | bigint | string | Uint8Array;

export type Reply =
  | {
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
      /** What there was too much of. */
      readonly over?: 'rows' | 'bytes';
    }
  | { readonly error: string; readonly code: string };

interface Driver {
  readonly database: string;
  /** The module of the driver. */
  readonly libsql: string;
  /** Bytes that SQLite may use. */
  readonly memory: number;
}

/** The process of a query: carries out one statement after the other. Runs as text, and uses nothing beyond it. */
export function serve(require: NodeJS.Require, { database: url, libsql, memory }: Driver): void {
  const Database = require(libsql) as typeof import('libsql');
  let opened: import('libsql').Database | undefined;

  /** With the first statement, so that what is wrong with the file is an answer to it. */
  function open(): import('libsql').Database {
    const database = new Database(url, { timeout: 5_000 });
    // One view of the data for all statements, and none of them can write.
    database.exec(`PRAGMA hard_heap_limit = ${memory}; PRAGMA query_only = 1; BEGIN`);
    return database;
  }

  const sizeOf = (cell: Cell): number => (typeof cell === 'object' && cell !== null ? cell.length : 8);

  function carryOut({ sql, values, rows: most, bytes }: Ask): Reply {
    opened ??= open();
    const statement = opened.prepare(sql);
    const columns = statement.reader ? statement.columns().map(({ name }) => name) : [];
    if (most === 0 || !statement.reader) return { columns, rows: [] };
    statement.raw().safeIntegers();
    const rows: Cell[][] = [];
    let size = 0;
    for (const row of statement.iterate(values as unknown[]) as Iterable<Cell[]>) {
      if (rows.length === most) return { columns, rows, over: 'rows' };
      size += row.reduce<number>((sum, cell) => sum + sizeOf(cell), 0);
      if (size > bytes) return { columns, rows: [], over: 'bytes' };
      rows.push(row);
    }
    return { columns, rows };
  }

  process.on('message', (ask: Ask) => {
    let reply: Reply;
    try {
      reply = carryOut(ask);
    } catch (error) {
      const { message, code = '' } = error as Error & { code?: string };
      reply = { error: message, code };
    }
    process.send?.(reply);
  });
  process.on('disconnect', () => process.exit());
}
