type Environment = Readonly<Record<string, string | undefined>>;

const CURRENT = 'NOETL_ENCRYPTION_KEY';
const OLDER = 'NOETL_ENCRYPTION_OLD_KEYS';

/** Keys of credentials that the environment gives, in base64. */
export interface EncryptionKeys {
  /** Seals and opens them; undefined: the data directory has its own. */
  readonly current: string | undefined;
  /** Open what they sealed, until everything is sealed anew. */
  readonly older: readonly string[];
}

export function readEncryptionKeys(env: Environment): EncryptionKeys {
  const older = (env[OLDER] ?? '').split(',').map(key => key.trim());
  return { current: env[CURRENT] || undefined, older: older.filter(key => key !== '') };
}

/** The environment for programs that tools start, and for templates: what opens all secrets is not theirs. */
export function withoutEncryptionKeys(env: Environment): Environment {
  const { [CURRENT]: _, [OLDER]: __, ...rest } = env;
  return rest;
}
