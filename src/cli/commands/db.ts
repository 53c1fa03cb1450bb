import { join, resolve } from 'node:path';
import type { DatabaseBody } from '../../api/database-body.ts';
import { checkDatabase, initDatabase } from '../../compose/db.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { connectIfAsked, type ServerChoice } from '../remote/connect.ts';
import { withStore } from '../run/with-store.ts';

/** `noetl db init`: creates the database, or brings it to this version. Doing it twice does no harm. */
export const dbInitCommand = (options: InspectOptions, cli: Cli): Promise<ExitCode> =>
  tell(options, cli, async () => {
    const server = await connectIfAsked(options, cli);
    return server ? server.call('db.init', {}) : initDatabase(options.dataDir, cli.env);
  });

/** `noetl db validate`: whether it is whole, of this version, and has all tables. */
export const dbValidateCommand = (options: InspectOptions, cli: Cli): Promise<ExitCode> =>
  tell(options, cli, async () => {
    const server = await connectIfAsked(options, cli);
    return server ? server.call('db.validate', {}) : checkDatabase(options.dataDir);
  });

export interface DbPathOptions extends ServerChoice {
  readonly dataDir: string;
}

/** `noetl db path`: the file, whether or not it is there, for other programs to open. */
export function dbPathCommand(options: DbPathOptions, cli: Cli): Promise<ExitCode> {
  return withStore(cli.console, async () => {
    const server = await connectIfAsked(options, cli);
    const directory = server ? (await server.call('db.validate', {})).path : resolve(options.dataDir);
    cli.console.out(`${join(directory, 'noetl.db')}\n`);
    return EXIT.ok;
  });
}

function tell(
  { output }: InspectOptions,
  { console }: Cli,
  ask: () => Promise<DatabaseBody>,
): Promise<ExitCode> {
  return withStore(console, async () => {
    const body = await ask();
    const paint = body.valid ? console.outPaint.green('ok') : console.outPaint.red('fail');
    print(console, output, body, () => `${paint}  ${body.path}\n${body.message.replaceAll('; ', '\n')}\n`);
    return body.valid ? EXIT.ok : EXIT.failed;
  });
}
