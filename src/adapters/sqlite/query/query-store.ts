import { join } from 'node:path';
import type { PlainValue } from '../../../common/plain-value.ts';
import {
  type QueryAnswer,
  type QueryParameter,
  QueryRefused,
  type QueryRequest,
  type QueryStore,
} from '../../../ports/query-store.ts';
import type { SqlValue } from '../connection.ts';
import { checkModules, checkProgram, FUNCTIONS, MODULES, ROOTS, type Surroundings } from './check-program.ts';
import { QueryProcess } from './query-process.ts';
import type { Ask, Cell } from './serve.ts';
import { type QueryStatement, readStatement } from './statement.ts';

/** Bytes of an answer, about. */
const ANSWER_BYTES = 16 * 2 ** 20;
/** For what is asked about the database itself. */
const ENOUGH = { rows: 1_000_000, bytes: 64 * 2 ** 20 };

/** Queries on the database of a data directory, whether or not somebody writes to it. */
export class SqliteQueryStore implements QueryStore {
  readonly #file: string;

  constructor(directory: string) {
    this.#file = join(directory, 'noetl.db');
  }

  async query(request: QueryRequest): Promise<QueryAnswer> {
    const statement = readStatement(request.sql);
    const process = new QueryProcess(this.#file);
    const stop = limit(process, request);
    try {
      return await run(process, statement, request);
    } finally {
      stop();
      process.kill();
    }
  }
}

async function run(
  process: QueryProcess,
  { kind, sql }: QueryStatement,
  { parameters = [], limit: rows }: QueryRequest,
): Promise<QueryAnswer> {
  const values = boundValues(parameters);
  const ask: Ask = { sql, values, rows, bytes: ANSWER_BYTES };
  if (kind !== 'select') {
    const { over, ...answer } = await process.ask(ask);
    return { columns: answer.columns, rows: answer.rows.map(row => row.map(plainOf)), truncated: !!over };
  }
  const surroundings = await surroundingsOf(process);
  checkModules(sql, surroundings);
  const program = await process.ask({ ...ENOUGH, sql: `EXPLAIN ${sql}`, values });
  checkProgram(program.rows, surroundings);
  const { columns } = await process.ask({ ...ask, rows: 0 });
  const answer = await process.ask({ ...ask, sql: withTypes(sql, columns.length) });
  if (answer.over === 'bytes') throw tooLarge();
  return { columns, rows: answer.rows.map(typedRow), truncated: answer.over === 'rows' };
}

async function surroundingsOf(process: QueryProcess): Promise<Surroundings> {
  const ask = async (sql: string) => (await process.ask({ ...ENOUGH, sql, values: [] })).rows;
  return { roots: await ask(ROOTS), modules: await ask(MODULES), functions: await ask(FUNCTIONS) };
}

/**
 * Texts as bytes, each with its type beside it: where one is no UTF-8 the driver would end the process, and it
 * reads others up to their first NUL.
 */
function withTypes(sql: string, count: number): string {
  const names = [...Array(count).keys()].map(at => `c${at}`);
  const cells = names.map(
    name => `typeof(${name}), iif(typeof(${name}) = 'text', CAST(${name} AS BLOB), ${name})`,
  );
  return `WITH noetl_query(${names.join(', ')}) AS (\n${sql}\n) SELECT ${cells.join(', ')} FROM noetl_query`;
}

function typedRow(row: readonly Cell[]): readonly PlainValue[] {
  return [...Array(row.length / 2).keys()].map(at => {
    const [type, cell = null] = [row[2 * at], row[2 * at + 1]];
    return type === 'text' && cell instanceof Uint8Array ? Buffer.from(cell).toString('utf8') : plainOf(cell);
  });
}

function plainOf(cell: Cell): PlainValue {
  if (typeof cell === 'bigint') return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell);
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : String(cell);
  return cell instanceof Uint8Array ? Buffer.from(cell).toString('base64') : cell;
}

/** Whole numbers as such: `LIMIT ?` takes no other. Names may come with or without their sign. */
function boundValues(given: NonNullable<QueryRequest['parameters']>): Ask['values'] {
  if (Array.isArray(given)) return (given as readonly QueryParameter[]).map(boundValue);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, boundValue(value)]));
}

function boundValue(value: QueryParameter): SqlValue {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

function limit(process: QueryProcess, { timeLimit, signal }: QueryRequest): () => void {
  const giveUp = () => process.kill(new QueryRefused('excessive', 'nobody waits for the query any more'));
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  const timer =
    timeLimit === undefined ? undefined : setTimeout(() => process.kill(tooSlow(timeLimit)), timeLimit);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  };
}

const tooSlow = (time: number): QueryRefused =>
  new QueryRefused(
    'excessive',
    `the query was stopped after ${time / 1000} s: filter by execution_id, which has an index, or ask for less`,
  );

const tooLarge = (): QueryRefused =>
  new QueryRefused(
    'excessive',
    `the answer has more than ${ANSWER_BYTES / 2 ** 20} MiB: add LIMIT, or ask for fewer columns`,
  );
