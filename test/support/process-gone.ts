import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { until } from './until.ts';

/** Resolves when a process has ended; it may take a moment until the system has buried it. */
export const processGone = (pid: number): Promise<void> => until(() => !isAlive(pid));

/** A process that has ended and that nobody has asked about still has a number, and state Z. */
function isAlive(pid: number): boolean {
  const state = existsSync('/proc/self/stat') ? statusOf(pid).split(') ').at(-1) : askPs(pid);
  return state !== undefined && /^[^Z]/.test(state);
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

const askPs = (pid: number): string =>
  spawnSync('ps', ['-o', 'stat=', '-p', String(pid)])
    .stdout.toString()
    .trim();
