import type { ChildProcess } from 'node:child_process';

/** Milliseconds a program has to clean up after it was asked to end. */
export const GRACE = 2000;

/**
 * Ends a program and everything it started: first asked, then, after a grace of two seconds, killed. The
 * program must have been started with `detached`, which makes it the leader of a group of its own.
 */
export function endProcessGroup(child: ChildProcess): void {
  if (!signalGroup(child, 'SIGTERM')) return;
  remember(child);
  const timer = setTimeout(() => {
    signalGroup(child, 'SIGKILL');
    ending.delete(child);
  }, GRACE);
  child.once('close', () => {
    // Others of the group may outlive its leader and hold none of its output.
    if (signalGroup(child, 0)) return;
    clearTimeout(timer);
    ending.delete(child);
  });
}

/** Asked to end, and not gone yet. If this process ends first, they do not outlive it. */
const ending = new Set<ChildProcess>();
let isWatchingExit = false;

function remember(child: ChildProcess): void {
  ending.add(child);
  if (isWatchingExit) return;
  isWatchingExit = true;
  process.once('exit', () => {
    for (const each of ending) signalGroup(each, 'SIGKILL');
  });
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
