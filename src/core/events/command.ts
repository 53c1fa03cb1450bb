import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { Failure, Result } from '../result.ts';
import type { Head } from './head.ts';
import type { RunId, RunOutcome } from './step.ts';

export type CommandEvent =
  | CommandIssued
  | CommandClaimed
  | CommandStarted
  | CommandHeartbeat
  | CommandParked
  | CallbackReceived
  | CallDone
  | CallError
  | ActionRetry
  | CommandCompleted
  | CommandFailed
  | CommandCancelled
  | LeaseExpired
  | CommandLate;

interface OfCommand extends Head, RunId {
  /** `<execution>:<step>:<id of the run's step.enter>[:i<n>|:f<n>]`, the same over all attempts. */
  readonly commandId: string;
  /** Index of the iteration, in a loop. */
  readonly iteration: number | undefined;
  /** Of a claim of a cursor: which one, from 0. */
  readonly frame?: number | undefined;
}

/** Issues one command, or a window of a loop's iterations `from` to `to` (exclusive). */
export interface CommandIssued extends Head, RunId {
  readonly type: 'command.issued';
  readonly commandId: string;
  readonly window: { readonly from: number; readonly to: number } | undefined;
  /** Of a claim of a cursor: which one, from 0. */
  readonly frame?: number | undefined;
  readonly maxAttempts: number;
  /** The process that runs it at once: issuing is leasing there. Undefined: whoever claims it. */
  readonly owner: string | undefined;
}

export interface CommandClaimed extends OfCommand {
  readonly type: 'command.claimed';
  readonly worker: string;
}

export interface CommandStarted extends OfCommand {
  readonly type: 'command.started';
  readonly attempt: number;
  readonly worker: string | undefined;
}

/** The command is under way and has come so far; whoever takes it up again goes on from there. */
export interface CommandHeartbeat extends OfCommand {
  readonly type: 'command.heartbeat';
  readonly attempt: number;
  readonly checkpoint: PlainValue;
}

/** The command waits for something outside and holds no worker. */
export interface CommandParked extends OfCommand {
  readonly type: 'command.parked';
  readonly waitsFor: ParkedOn;
  /** What its tool answered before it waits for its callback, or the tasks before the one that waits; what they have set. */
  readonly answer?: Answer | undefined;
}

/** What a command had come to when it began to wait; the values are set when it ends. */
export interface Answer {
  readonly result: Result;
  readonly ctx: PlainMapping;
  /** `step.*`. */
  readonly step?: PlainMapping | undefined;
}

/** The callback of a command that does not wait for it yet: it is kept until it does. */
export interface CallbackReceived extends OfCommand {
  readonly type: 'callback.received';
  readonly outcome: RunOutcome;
}

export type ParkedOn =
  /** At the deadline the command fails, and the child is cancelled. */
  | {
      readonly kind: 'child';
      readonly executionId: string;
      readonly path: string;
      readonly deadline?: number | undefined;
    }
  /** `onDeadline` is the result if nobody answers in time; without one the command fails. */
  | {
      readonly kind: 'signal';
      readonly name: string;
      readonly deadline: number | undefined;
      readonly onDeadline: Result | undefined;
    }
  | { readonly kind: 'time'; readonly until: number }
  | { readonly kind: 'callback'; readonly deadline: number | undefined };

/** The data a tool returned. Changes no state by itself unless the command is parked. */
export interface CallDone extends OfCommand {
  readonly type: 'call.done';
  readonly result: Result;
}

export interface CallError extends OfCommand {
  readonly type: 'call.error';
  readonly attempt: number;
  readonly error: Failure;
}

export interface ActionRetry extends OfCommand {
  readonly type: 'action_retry';
  /** The task of a pipeline that is tried again; undefined: the whole command. */
  readonly task: string | undefined;
  /** The attempt that has just failed. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Milliseconds. */
  readonly delay: number;
  readonly availableAt: number;
  readonly error: Failure | undefined;
}

export interface CommandCompleted extends OfCommand {
  readonly type: 'command.completed';
  readonly attempt: number;
  /** As in `call.done`; none if that carried it. */
  readonly result: Result;
}

export interface CommandFailed extends OfCommand {
  readonly type: 'command.failed';
  readonly attempt: number;
  readonly error: Failure;
}

export interface CommandCancelled extends OfCommand {
  readonly type: 'command.cancelled';
  readonly reason: string;
}

/** The worker that held the command is gone; it is delivered again, up to a limit. */
export interface LeaseExpired extends OfCommand {
  readonly type: 'command.lease_expired';
  /** Those that count: a command which its worker had not begun is not delivered again but at last. */
  readonly redeliveries: number;
  readonly worker: string | undefined;
  /** The process that runs it now: issuing is leasing there. Undefined: whoever claims it. */
  readonly owner?: string | undefined;
}

/** A report that changed nothing: its command was settled, superseded or its execution over. */
export interface CommandLate extends Head {
  readonly type: 'command.late';
  readonly commandId: string;
  readonly reported: string;
  readonly why: string;
}
