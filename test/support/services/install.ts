import type { Machine, ServiceName } from './service.ts';

const DEBIAN_PACKAGES: Readonly<Record<ServiceName, string>> = {
  python: 'python3-jinja2',
  postgres: 'postgresql',
  nats: 'nats-server',
};

/** Processes that test at the same time take turns: apt waits for dpkg's lock, but not for that of its lists. */
const LOCK = '/run/noetl-test-install.lock';

/** Why this machine may not be changed, or undefined if it may. */
export function whyNotInstall(machine: Machine, wanted: boolean): string | undefined {
  if (!wanted) return 'NOETL_TEST_INSTALL=never';
  if (!machine.isRoot) return 'not root';
  return machine.searchPath.some(folder => machine.exists(`${folder}/apt-get`)) ? undefined : 'no apt-get';
}

/** Installs what is missing with Debian's packages. Answers with the reason if that did not work. */
export async function install(
  machine: Machine,
  missing: readonly ServiceName[],
): Promise<string | undefined> {
  const packages = missing.map(name => DEBIAN_PACKAGES[name]);
  // A machine that never asked for package lists knows no packages: ask once and try again.
  if ((await aptGet(machine, 'install', ...packages)).ok) return undefined;
  await aptGet(machine, 'update');
  const second = await aptGet(machine, 'install', ...packages);
  return second.ok ? undefined : `apt-get install ${packages.join(' ')} failed: ${lastLine(second.stderr)}`;
}

function aptGet(machine: Machine, verb: 'install' | 'update', ...packages: readonly string[]) {
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
  return machine.run('flock', [LOCK, 'apt-get', verb, ...options, ...packages], {
    DEBIAN_FRONTEND: 'noninteractive',
    // The tests start servers of their own: outside systemd this keeps a package from starting one as well.
    RUNLEVEL: '1',
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
