import { type Context, ContextProblem, type Contexts, readRuntime } from '../../config/contexts.ts';
import { contextsFile, loadContexts, saveContexts } from '../../config/contexts-file.ts';
import { serverAddress } from '../../config/server-address.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { type OutputForm, print } from '../inspect/output.ts';
import type { Paint } from '../output/paint.ts';
import { type Cell, table } from '../output/table.ts';

export interface ContextAddOptions {
  readonly serverUrl: string;
  readonly runtime: string;
  readonly setCurrent?: boolean;
}

export interface ContextOutput {
  readonly output: OutputForm;
}

/** `noetl context add NAME --server-url URL`: names a server, or changes what its name means. */
export function contextAddCommand(name: string, options: ContextAddOptions, cli: Cli): Promise<ExitCode> {
  const { serverUrl, setCurrent = false } = options;
  return change(cli, before => {
    const runtime = readRuntime(options.runtime, '--runtime');
    const after = before.with({ name, serverUrl, runtime }, setCurrent);
    const isCurrent = after.current?.name === name;
    return [after, `${isCurrent ? 'current context' : 'context'} ${name}: ${after.find(name).serverUrl}`];
  });
}

/** `noetl context use NAME`. */
export const contextUseCommand = (name: string, cli: Cli): Promise<ExitCode> =>
  change(cli, before => {
    const after = before.using(name);
    return [after, `current context ${name}: ${after.find(name).serverUrl}`];
  });

/** `noetl context set-runtime WHERE`: where commands work while the current context is the current one. */
export const contextSetRuntimeCommand = (written: string, cli: Cli): Promise<ExitCode> =>
  change(cli, before => {
    const after = before.withRuntime(readRuntime(written, 'the runtime'));
    return [after, `context ${after.current?.name}: runtime ${written}`];
  });

/** `noetl context delete NAME`. */
export const contextDeleteCommand = (name: string, cli: Cli): Promise<ExitCode> =>
  change(cli, before => {
    const after = before.without(name);
    const isNone = before.current?.name === name;
    return [
      after,
      `deleted context ${name}${isNone ? '; none is current now: `noetl context use NAME`' : ''}`,
    ];
  });

/** `noetl context list`. */
export const contextListCommand = ({ output }: ContextOutput, cli: Cli): Promise<ExitCode> =>
  look(cli, contexts => {
    const { all, current } = contexts;
    const rows = all.map(context => ({ ...asData(context), current: context.name === current?.name }));
    print(cli.console, output, rows, () => asTable(all, current?.name, cli.console.outPaint));
    if (all.length === 0) cli.console.err('no contexts yet: `noetl context add NAME --server-url URL`\n');
  });

/** `noetl context current`: the server that commands use unless told otherwise, and why it is that one. */
export const contextCurrentCommand = ({ output }: ContextOutput, cli: Cli): Promise<ExitCode> =>
  look(cli, contexts => {
    const { url, from } = serverAddress({}, cli.env, contexts);
    const { name = null, runtime = 'auto' } = contexts.current ?? {};
    print(
      cli.console,
      output,
      { name, server_url: url, runtime, from },
      () =>
        `${url}  ${cli.console.outPaint.dim(`by ${from}${runtime === 'auto' ? '' : `, runtime ${runtime}`}`)}\n`,
    );
  });

const asData = ({ name, serverUrl, runtime }: Context) => ({ name, server_url: serverUrl, runtime });

function asTable(contexts: readonly Context[], current: string | undefined, paint: Paint): string {
  const rows = contexts.map(({ name, serverUrl, runtime }): Cell[] => [
    name === current ? { text: '*', paint: paint.green } : '',
    name,
    serverUrl,
    runtime,
  ]);
  return rows.length === 0 ? '' : table(['', 'NAME', 'SERVER', 'RUNTIME'], rows, paint);
}

function change(cli: Cli, edit: (contexts: Contexts) => readonly [Contexts, string]): Promise<ExitCode> {
  return tellingProblems(cli, async file => {
    const [after, said] = edit(await loadContexts(file));
    await saveContexts(file, after);
    cli.console.err(`${said}\n`);
  });
}

const look = (cli: Cli, show: (contexts: Contexts) => void): Promise<ExitCode> =>
  tellingProblems(cli, async file => show(await loadContexts(file)));

async function tellingProblems(cli: Cli, work: (file: string) => Promise<void>): Promise<ExitCode> {
  const file = contextsFile(cli.env);
  try {
    await work(file);
    return EXIT.ok;
  } catch (error) {
    const why = error instanceof ContextProblem ? error.message : systemProblem(error, file);
    if (why === undefined) throw error;
    cli.console.err(`${cli.console.errPaint.red('error')}: ${why}\n`);
    return EXIT.usage;
  }
}

function systemProblem(error: unknown, file: string): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? undefined : `${file} cannot be used: the system answered ${code}`;
}
