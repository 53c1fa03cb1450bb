import type { Client } from '../../client/index.ts';
import type { Cli } from '../cli.ts';
import type { ExitCode } from '../exit-code.ts';
import type { FollowOptions } from '../run/follow.ts';
import { RunProblem } from '../run/run-problem.ts';
import type { Wish } from '../run/wish.ts';
import type { ServerChoice } from './connect.ts';
import { followRemote } from './follow-remote.ts';
import { remoteOptions } from './server-flags.ts';

/** `noetl run REF` on a server: registers a file, then runs the version that it has become. */
export function runOnServer(
  server: Client,
  { text, catalog, payload, entry, limit }: Wish,
  options: FollowOptions & ServerChoice & { readonly ephemeral?: boolean },
  cli: Cli,
): Promise<ExitCode> {
  if (options.ephemeral) throw new RunProblem('a server records what it runs: leave --ephemeral away');
  if (limit !== undefined) {
    throw new RunProblem(
      '--timeout is for runs on this machine: write executor.spec.timeout in the playbook, or use `noetl register` and `noetl execute --wait --timeout`',
    );
  }
  const begin = async () => {
    const { path, version } = catalog ?? (await register(server, text, options, cli));
    return server.execute({ path, version, payload, ...(entry === undefined ? {} : { entry }) });
  };
  return followRemote(server, begin, { ...remoteOptions(options), fromStart: true }, cli);
}

async function register(
  server: Client,
  content: string,
  { quiet = false }: FollowOptions,
  { console }: Cli,
): Promise<{ readonly path: string; readonly version: number }> {
  const { path, version, created } = await server.call('catalog.register', { body: { content } });
  if (!quiet) {
    const what = created ? `registered ${path} version ${version}` : `${path} is version ${version}`;
    console.err(`${console.errPaint.dim(`${what} on ${server.baseUrl}`)}\n`);
  }
  return { path, version };
}
