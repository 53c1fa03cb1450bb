import {
  graceOf,
  levelOf,
  poolsOf,
  readPort,
  readServerConfig,
  type ServerConfig,
} from '../../config/server-config.ts';
import type { Cli } from '../cli.ts';
import type { ServerFlags } from '../commands/server.ts';

/** The settings of a server: flags come before the environment. */
export function settingsOf({ port, host, logLevel, grace, pools }: ServerFlags, { env }: Cli): ServerConfig {
  return {
    ...readServerConfig(env),
    ...(port === undefined ? {} : { port: readPort(port, '--port') }),
    ...(host === undefined ? {} : { host }),
    ...(logLevel === undefined ? {} : { logLevel: levelOf(logLevel) }),
    ...(grace === undefined ? {} : { grace: graceOf(grace) }),
    ...(pools === undefined ? {} : { pools: poolsOf(pools, '--pools') }),
  };
}
