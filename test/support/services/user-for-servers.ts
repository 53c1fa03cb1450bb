import { execute } from './execute.ts';

export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['postgres', 'nobody'];
const CREATED = 'noetl-test';

/** PostgreSQL refuses to run as root. Answers undefined where we are not root and need nobody else. */
export async function userForServers(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of CANDIDATES) {
    const user = await lookUp(name);
    if (user) return user;
  }
  await execute('useradd', ['--system', '--no-create-home', CREATED]).catch(() => undefined);
  const created = await lookUp(CREATED);
  if (created) return created;
  throw new Error(
    `PostgreSQL refuses to run as root, and there is no user ${CANDIDATES.join(' or ')} to run it`,
  );
}

async function lookUp(name: string): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([execute('id', ['-u', name]), execute('id', ['-g', name])]);
    return { uid: Number(uid), gid: Number(gid) };
  } catch {
    return undefined;
  }
}
