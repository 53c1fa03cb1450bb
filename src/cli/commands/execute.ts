import type { Client, ExecuteRequest } from '../../client/index.ts';
import { parseDuration } from '../../common/duration.ts';
import { parseReference } from '../../playbook/catalog/catalog-reference.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { chosenForm, json, yaml } from '../output/result-form.ts';
import { connect, type ServerChoice } from '../remote/connect.ts';
import { remoteOptions } from '../remote/server-flags.ts';
import type { FollowOptions } from '../run/follow.ts';
import { type PayloadOptions, readPayload } from '../run/payload.ts';
import { RunProblem } from '../run/run-problem.ts';
import { withStore } from '../run/with-store.ts';

export interface ExecuteOptions
  extends PayloadOptions,
    ServerChoice,
    Omit<FollowOptions, 'limit' | 'dataDir'> {
  readonly version?: string;
  /** The step to start at. */
  readonly from?: string;
  readonly wait?: boolean;
  readonly watch?: boolean;
  /** How long to wait. */
  readonly timeout?: string;
}

/** `noetl execute PATH|ID`: starts a playbook of the catalog of a server. */
export function executeCommand(name: string, options: ExecuteOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  const work = async (): Promise<ExitCode> => {
    try {
      const request = await requestOf(name, options);
      const patience = readPatience(options);
      const server = await connect(options, cli);
      return options.wait || options.watch
        ? await startAndFollow(server, request, patience, options, cli)
        : await startOnly(server, request, options, cli);
    } catch (error) {
      if (!(error instanceof RunProblem)) throw error;
      console.err(`${console.errPaint.red('error')}: ${error.message}\n`);
      return EXIT.usage;
    }
  };
  return withStore(console, work, toldOptions(options).serverFlags);
}

/** A catalog id has digits alone; what else there is, is a path, with its version behind an @. */
async function requestOf(name: string, options: ExecuteOptions): Promise<ExecuteRequest> {
  const payload = await readPayload(options);
  const entry = options.from === undefined ? {} : { entry: options.from };
  if (/^\d{1,19}$/.test(name)) {
    if (options.version !== undefined)
      throw new RunProblem(`${name} is a catalog id, which names one version: leave --version away`);
    return { catalog_id: name, payload, ...entry };
  }
  const { path, version: inName } = parseReference(name);
  if (path === '') throw new RunProblem('name a playbook of the catalog, such as shop/order or shop/order@3');
  const version = options.version ?? (inName === undefined ? undefined : String(inName));
  return { path, payload, ...entry, ...(version === undefined ? {} : { version: readVersion(version) }) };
}

function readVersion(written: string): number | 'latest' {
  if (written === 'latest') return 'latest';
  if (/^[1-9]\d{0,9}$/.test(written)) return Number(written);
  throw new RunProblem(`'${written}' is no version: write its number, or latest`);
}

function readPatience({ timeout, wait, watch }: ExecuteOptions): number | undefined {
  if (timeout === undefined) return undefined;
  if (!wait && !watch) throw new RunProblem('--timeout says how long to wait: it needs --wait or --watch');
  const patience = parseDuration(timeout);
  if (patience !== undefined && patience > 0) return patience;
  throw new RunProblem(`--timeout ${timeout} is no duration; write one such as 30s, 10m or 2h`);
}

/** This command needs no flag to use the server; those that it suggests do. */
const toldOptions = (options: ExecuteOptions): FollowOptions => remoteOptions({ ...options, remote: true });

/** The id alone on standard output, for scripts. */
async function startOnly(
  server: Client,
  body: ExecuteRequest,
  options: ExecuteOptions,
  { console }: Cli,
): Promise<ExitCode> {
  const started = await server.call('execute.start', { body });
  const form = chosenForm(options.output, console);
  if (form === 'json' || form === 'yaml') console.out(`${form === 'json' ? json(started) : yaml(started)}\n`);
  else console.out(`${started.execution_id}\n`);
  if (!options.quiet) {
    const { serverFlags = '' } = toldOptions(options);
    console.err(
      `${started.status} on ${server.baseUrl}: \`noetl status ${started.execution_id}${serverFlags}\`\n`,
    );
  }
  return EXIT.ok;
}

/** `--wait` prints the result; `--watch` also tells what happens. */
async function startAndFollow(
  server: Client,
  request: ExecuteRequest,
  patience: number | undefined,
  options: ExecuteOptions,
  cli: Cli,
): Promise<ExitCode> {
  const { followRemote } = await import('../remote/follow-remote.ts');
  const quiet = options.quiet || !options.watch;
  const how = { ...toldOptions(options), quiet, patience, fromStart: true };
  return followRemote(server, () => server.execute(request), how, cli);
}
