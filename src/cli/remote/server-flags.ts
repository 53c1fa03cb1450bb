import type { FollowOptions } from '../run/follow.ts';
import type { ServerChoice } from './connect.ts';

/** The flags that name the server, to be repeated in commands that are suggested; undefined: none does. */
export function serverFlags({ serverUrl, context, remote }: ServerChoice): string | undefined {
  if (serverUrl !== undefined) return ` --server-url ${serverUrl}`;
  if (context !== undefined) return ` --context ${context}`;
  return remote ? ' --remote' : undefined;
}

/** How an execution of a server is told of: what is suggested names the server, not a data directory. */
export function remoteOptions(options: FollowOptions & ServerChoice): FollowOptions {
  const { output, quiet, verbose } = options;
  return {
    ...(output === undefined ? {} : { output }),
    ...(quiet === undefined ? {} : { quiet }),
    ...(verbose === undefined ? {} : { verbose }),
    // The current context says it where no flag does.
    serverFlags: serverFlags(options) ?? '',
  };
}
