// Waits until the test run that started it is gone, then ends the run's servers and removes its folder.
// argument: the run's folder; `pids/` in it holds one file per server.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const folder = process.argv[2];
const POLL_MS = 20;
const PATIENCE_MS = 5_000;

process.stdin.resume();
process.stdin.on('close', async () => {
  await Promise.all(serversOf(folder).map(end));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.exit();
});

function serversOf(path) {
  const pids = join(path, 'pids');
  if (!existsSync(pids)) return [];
  return readdirSync(pids)
    .map(name => Number(readFileSync(join(pids, name), 'utf8')))
    .filter(isOurs);
}

/** SIGQUIT ends PostgreSQL and NATS at once, without waiting for clients; their data is thrown away anyway. */
async function end(pid) {
  signal(pid, 'SIGQUIT');
  for (let waited = 0; isOurs(pid); waited += POLL_MS) {
    if (waited >= PATIENCE_MS) return signal(pid, 'SIGKILL');
    await delay(POLL_MS);
  }
}

/** A number may have been given to another process since: a server of ours has the folder in its arguments. */
function isOurs(pid) {
  if (!existsSync('/proc/self/cmdline')) return signal(pid, 0);
  return argumentsOf(pid).includes(folder);
}

/** Nothing of a process that is gone: it may end between any two looks at it. */
function argumentsOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return '';
    throw error;
  }
}

function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
