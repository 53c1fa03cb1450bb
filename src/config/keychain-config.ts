import { parseDuration } from '../common/duration.ts';
import { ConfigProblem } from './server-config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const THRESHOLD = 'NOETL_KEYCHAIN_REFRESH_THRESHOLD';
const DEFAULT = '300';

/** What the environment asks of the keychain. */
export interface KeychainConfig {
  /** Milliseconds before it expires that a secret is renewed. */
  readonly refreshThreshold: number;
}

/** Seconds, or a time with its unit. */
export function readKeychainConfig(env: Environment): KeychainConfig {
  const written = env[THRESHOLD] || DEFAULT;
  const refreshThreshold = parseDuration(written);
  if (refreshThreshold !== undefined) return { refreshThreshold };
  throw new ConfigProblem(`${THRESHOLD} must be seconds, or a time such as 5m, not '${written}'`);
}
