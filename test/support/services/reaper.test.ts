import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { createRunFolder, type RunFolder } from './run-folder.ts';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** A process that does nothing until it is ended; `mark` is in its arguments, as a server's folder would be. */
async function idle(mark: string, run: RunFolder): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', mark], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  started.push(child);
  await once(child, 'spawn');
  await run.remember(`idle-${child.pid}`, child.pid ?? 0);
  return child;
}

describe('the end of a test run', () => {
  it('ends every server that was started in its folder and removes the folder', async () => {
    const run = await createRunFolder();
    const server = await idle(run.path, run);
    const ended = once(server, 'exit');
    await run.remove();
    expect(await ended).toEqual([null, 'SIGQUIT']);
    expect(existsSync(run.path)).toBe(false);
  });

  it('leaves a process alone that only happens to have a remembered number', async () => {
    const run = await createRunFolder();
    const stranger = await idle('something else', run);
    await run.remove();
    expect(stranger.exitCode).toBe(null);
    expect(stranger.kill(0)).toBe(true);
  });
});
