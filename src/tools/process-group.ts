import type { ChildProcess } from 'node:child_process';

/** Milliseconds a program has to clean up after it was asked to end. */
export const GRACE = 2000;

/**
 * Ends a program and everything it started: first asked, then, after a grace of two seconds, killed. The
 * program must have been started with `detached`, which makes it the leader of a group of its own.
 */
export function endProcessGroup(child: ChildProcess): void {
  if (!signalGroup(child, 'SIGTERM')) return;
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE);
  // Others of the group may outlive its leader and hold none of its output.
  child.once('close', () => signalGroup(child, 0) || clearTimeout(timer));
}

/** Whether there was anybody to receive it. Signal 0 only asks. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
