import type { Client } from '../../client/index.ts';
import type { Contexts } from '../../config/contexts.ts';
import { contextsFile, loadContexts } from '../../config/contexts-file.ts';
import { type ServerChoice, serverAddress, wantsServer } from '../../config/server-address.ts';
import type { Cli } from '../cli.ts';

export type { ServerChoice } from '../../config/server-address.ts';

/** The server that is asked for. */
export async function connect(choice: ServerChoice, { env }: Pick<Cli, 'env'>): Promise<Client> {
  return clientFor(choice, env, await loadContexts(contextsFile(env)));
}

/** Undefined: the command works on a data directory. */
export async function connectIfAsked(
  choice: ServerChoice,
  { env }: Pick<Cli, 'env'>,
): Promise<Client | undefined> {
  const contexts = await loadContexts(contextsFile(env));
  return wantsServer(choice, contexts) ? clientFor(choice, env, contexts) : undefined;
}

async function clientFor(choice: ServerChoice, env: Cli['env'], contexts: Contexts): Promise<Client> {
  const { url } = serverAddress(choice, env, contexts);
  // Loaded when it is needed: it brings the whole contract of the API.
  const { Client } = await import('../../client/index.ts');
  return new Client(url);
}
