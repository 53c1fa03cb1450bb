import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VirtualClock } from './virtual-clock.ts';
import type { RealWork } from './work.ts';

/**
 * How driving an execution ended: by itself; with nothing left that could ever happen; or because the real
 * time of the test was over.
 */
export type DriveEnd = 'ended' | 'stuck' | 'overdue';

export interface Driven {
  readonly clock: VirtualClock;
  readonly work: RealWork;
  /** Resolves when the execution has ended. */
  readonly ended: Promise<unknown>;
  /** Milliseconds of real time. */
  readonly timeout: number;
}

/** Lets an execution run, and moves its time on whenever it can do nothing at the present one. */
export async function drive({ clock, work, ended, timeout }: Driven): Promise<DriveEnd> {
  let end: DriveEnd | undefined;
  const over = ended.then(() => {
    end ??= 'ended';
  });
  const deadline = startDeadline(timeout, () => {
    end ??= 'overdue';
  });
  try {
    while (end === undefined) {
      if (!(await isQuiet(work))) await Promise.race([work.changed(), over, deadline.passed]);
      else if (end === undefined && !clock.advance()) end = 'stuck';
    }
    return end;
  } finally {
    deadline.cancel();
  }
}

/**
 * Everything but real work ends within one turn of the event loop, except that a tool which is told to stop
 * is given one more to say so.
 */
async function isQuiet(work: RealWork): Promise<boolean> {
  let changes: number;
  do {
    changes = work.changes;
    await nextTurn();
    await nextTurn();
  } while (work.inFlight === 0 && work.changes !== changes);
  return work.inFlight === 0;
}

function startDeadline(milliseconds: number, onPassed: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>(resolve => {
    timer = setTimeout(() => {
      onPassed();
      resolve();
    }, milliseconds);
  });
  return { passed, cancel: () => clearTimeout(timer) };
}

/** Gives time to what is being stopped, until it has. */
export async function driveOut(clock: VirtualClock, stopped: Promise<void>): Promise<void> {
  let isStopped = false;
  const over = stopped.finally(() => {
    isStopped = true;
  });
  while (!isStopped) {
    await nextTurn();
    if (!isStopped) clock.advance();
  }
  return over;
}
