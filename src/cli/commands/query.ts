import { openQueries } from '../../compose/query.ts';
import { type QueryAnswer, QueryRefused } from '../../ports/query-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readCount, WrongRequest } from '../inspect/wrong-request.ts';
import { plural } from '../output/plural.ts';
import { formatRows, type RowForm } from '../output/row-form.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { withStore } from '../run/with-store.ts';

export interface QueryOptions extends ServerChoice {
  readonly dataDir: string;
  readonly output: RowForm;
  /** Of older scripts, in its place. */
  readonly format?: RowForm;
  readonly limit: string;
  readonly schema?: string;
}

/** `noetl query SQL`: asks the store, which nothing can change by it. `-` reads the query from standard input. */
export function queryCommand(written: string, options: QueryOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withStore(console, async () => {
    try {
      if (options.schema !== undefined)
        console.err(`there are no schemas here: --schema ${options.schema} is ignored\n`);
      const limit = readCount('--limit', options.limit, 1);
      const sql = written === '-' ? await cli.readStdin() : written;
      show(await ask(sql, limit, options, cli), options, cli);
      return EXIT.ok;
    } catch (error) {
      if (!(error instanceof QueryRefused) && !(error instanceof WrongRequest)) throw error;
      console.err(`${console.errPaint.red('error')}: ${error.message}\n`);
      return EXIT.usage;
    }
  });
}

async function ask(sql: string, limit: number, options: QueryOptions, cli: Cli): Promise<QueryAnswer> {
  const server = await connectIfAsked(options, cli);
  if (!server) return (await openQueries(options.dataDir)).query({ sql, limit });
  const {
    columns,
    result: rows,
    truncated,
  } = await server.call('query.run', { body: { query: sql, limit } });
  return { columns, rows, truncated };
}

function show(answer: QueryAnswer, { output, format = output, limit }: QueryOptions, { console }: Cli): void {
  console.out(formatRows(answer, format, console));
  if (answer.truncated) {
    console.err(`the first ${plural(answer.rows.length, 'row')}; there are more than --limit ${limit}\n`);
  }
}
