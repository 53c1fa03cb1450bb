import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One temporary folder per test run. It goes away with the run, and with it every server started in it. */
export interface RunFolder {
  readonly path: string;
  /** Has a process ended when the run ends, however the run ends. */
  remember(name: string, pid: number): Promise<void>;
  remove(): Promise<void>;
}

/**
 * A second process cleans up, because a handler in this one would not survive SIGKILL or a crash: the
 * reaper reads a pipe from us, and the system closes that pipe whatever happens to us.
 */
export async function createRunFolder(): Promise<RunFolder> {
  const path = await mkdtemp(join(tmpdir(), 'noetl-test-'));
  // Servers may run under another user: let it pass through, but not look around.
  await chmod(path, 0o711);
  await mkdir(join(path, 'pids'));
  const reaper = spawn(process.execPath, [fileURLToPath(new URL('./reaper.mjs', import.meta.url)), path], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  await once(reaper, 'spawn');
  return {
    path,
    remember: (name, pid) => writeFile(join(path, 'pids', name), String(pid)),
    async remove() {
      const ended = once(reaper, 'exit');
      reaper.stdin.end();
      await ended;
    },
  };
}
