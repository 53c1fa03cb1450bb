import type { Command } from '../core/command.ts';
import type { Input, Report } from '../core/decide/input.ts';

/** Names of workers that lease begin with this: what they have is theirs, whichever process issued it. */
export const WORKER_PREFIX = 'worker:';

/** One execution of a command, as its worker names it. */
export interface Delivered {
  readonly commandId: string;
  readonly attempt: number;
  /** The command's `redeliveries` when it was handed out. */
  readonly delivery: number;
}

/** A worker may be given what it has lost, or has failed at, before it is through with it: then it has both. */
export const isSameDelivery = (one: Delivered, other: Delivered): boolean =>
  one.commandId === other.commandId && one.attempt === other.attempt && one.delivery === other.delivery;

export const deliveryOf = ({ commandId, attempt, redeliveries: delivery }: Command): Delivered => ({
  commandId,
  attempt,
  delivery,
});

/** After it, whoever says so does not have the command any more. */
export const isLast = (input: Input): input is Extract<Report, { kind: 'done' | 'failed' | 'parked' }> =>
  input.kind === 'done' || input.kind === 'failed' || input.kind === 'parked';

export interface Joining {
  /** Names one process and no other, after `WORKER_PREFIX`. */
  readonly worker: string;
  readonly pools: readonly string[];
  /** Commands that it runs at a time. */
  readonly slots: number;
  readonly pid: number;
  /** What it has been given and not yet reported the end of: all of it. */
  readonly running: readonly Delivered[];
}

/** A command that a worker may run. What else it needs stands in the log, up to `version`. */
export interface Lease {
  readonly command: Command;
  readonly version: number;
  /** Content hash of the playbook. */
  readonly hash: string;
}

/** The worker is not known here, or has been given up: it has to join, and is told then what it still has. */
export class UnknownWorker extends Error {
  override readonly name = 'UnknownWorker';
}

/** A worker as others see it. */
export interface JoinedWorker extends Omit<Joining, 'running'> {
  readonly running: number;
  /** Whether it is connected; if not, what it has is given to others soon. */
  readonly isConnected: boolean;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly heardAt: number;
}

/**
 * Commands for workers in other processes. A lease is recorded before the command is handed out, and is kept as
 * long as its worker is heard of; then it is lost, and the command is given to others. What a worker says of a
 * lease that it has lost changes nothing (C1). What `lease` and `beat` are asked for one that has not joined is
 * refused with `UnknownWorker`.
 */
export interface Leases {
  /** Milliseconds for which a worker keeps what it has without being heard of. */
  readonly leaseTime: number;
  /**
   * A worker is there, for the first time or again. `stop` tells it that a command must not run on. Gives what is not
   * its own any more of `running`.
   */
  join(joining: Joining, stop: (commandId: string) => void): Promise<readonly Delivered[]>;
  /**
   * Waits until there is something for the worker, which is then its own. Nothing: ask again. `max` 0 takes back what
   * was asked before.
   */
  lease(worker: string, max: number): Promise<readonly Lease[]>;
  /** The worker lives, and runs these. Gives those that are not its own any more. */
  beat(worker: string, running: readonly Delivered[]): Promise<readonly Delivered[]>;
  /** Resolves when it is recorded, be it as late; rejects if it cannot be. */
  report(worker: string, executionId: string, report: Report): Promise<void>;
  /** The connection that `stop` speaks to is over: the worker may come back within a few seconds. */
  lose(worker: string, stop: (commandId: string) => void): void;
  /** It is going for good. What it has not ended is given to others at once; only `begun` had it begun. */
  leave(worker: string, begun: readonly Delivered[]): Promise<void>;
  workers(): readonly JoinedWorker[];
}
