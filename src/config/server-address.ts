import { type Context, type Contexts, checkServerUrl, type Runtime } from './contexts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const DEFAULT_SERVER_URL = 'http://127.0.0.1:8082';

/** What a command line says about where to work. */
export interface ServerChoice {
  /** On a server, whichever it is. */
  readonly remote?: boolean;
  readonly serverUrl?: string;
  /** The name of a context. */
  readonly context?: string;
  /** Here: a data directory was named. */
  readonly local?: boolean;
  /** Said for one command; `auto` says nothing. */
  readonly runtime?: Runtime;
}

/** A server, and what says that it is this one. */
export interface ServerAddress {
  readonly url: string;
  readonly from: string;
}

/** What is said on the command line comes first, then the environment, then the current context. */
export function serverAddress(choice: ServerChoice, env: Environment, contexts: Contexts): ServerAddress {
  if (choice.serverUrl !== undefined) {
    return { url: checkServerUrl(choice.serverUrl, '--server-url'), from: '--server-url' };
  }
  if (choice.context !== undefined) return ofContext(contexts.find(choice.context));
  const { NOETL_SERVER_URL: said } = env;
  if (said) return { url: checkServerUrl(said, 'NOETL_SERVER_URL'), from: 'NOETL_SERVER_URL' };
  const { current } = contexts;
  return current ? ofContext(current) : { url: DEFAULT_SERVER_URL, from: 'the default' };
}

const ofContext = ({ name, serverUrl }: Context): ServerAddress => ({
  url: checkServerUrl(serverUrl, `server_url of the context '${name}'`),
  from: `the context '${name}'`,
});

/** Whether a command that can do both works on a server: only where somebody said so. */
export function wantsServer(choice: ServerChoice, contexts: Contexts): boolean {
  if (choice.runtime === 'local') return false;
  if (choice.runtime === 'distributed' || choice.remote) return true;
  if (choice.serverUrl !== undefined || choice.context !== undefined) return true;
  return !choice.local && contexts.current?.runtime === 'distributed';
}
