import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import type { Failure, Result } from './result.ts';

/**
 * The events of an execution, in their one canonical spelling. Everything else that was ever written or
 * is still reported by older clients is translated at the boundary (`codec/`).
 *
 * Two levels: `command.*` and `call.*` speak of one command and come from workers; `step.*` speak of one
 * run of a step and come from the server alone.
 */
export type Event = ExecutionEvent | StepEvent | CommandEvent | LoopEvent | ContextEvent;

export type EventType = Event['type'];

interface Head {
  /** Decimal digits, unique, given by the shell and never recomputed. */
  readonly id: string;
  /** Milliseconds since 1970, UTC. Shown to people; no decision compares it. */
  readonly at: number;
}

// ----------------------------------------------------------------------------------------- execution

export type ExecutionEvent =
  | PlaybookStarted
  | WorkflowInitialized
  | ExecutionPaused
  | ExecutionResumed
  | SignalReceived
  | ExecutionTimedOut
  | WorkflowEnded
  | PlaybookEnded;

export interface PlaybookStarted extends Head {
  readonly type: 'playbook_started';
  readonly executionId: string;
  readonly catalogId: string;
  readonly path: string;
  readonly version: string;
  /** Content hash of the playbook this execution is pinned to. */
  readonly hash: string;
  /** Defaults and payload merged; immutable from here on. */
  readonly workload: PlainMapping;
  /** The step that runs first. */
  readonly entry: string;
  readonly parent: ParentLink | undefined;
  /** Runs of an earlier execution that are not repeated, in a rerun from a later step. */
  readonly rerunOf: string | undefined;
}

/** The command of another execution that waits for this one. */
export interface ParentLink {
  readonly executionId: string;
  readonly commandId: string;
  /** 1 for a child of a top-level execution. */
  readonly depth: number;
}

export interface WorkflowInitialized extends Head {
  readonly type: 'workflow_initialized';
}

export interface ExecutionPaused extends Head {
  readonly type: 'playbook.paused';
  readonly reason: string | undefined;
}

export interface ExecutionResumed extends Head {
  readonly type: 'playbook.resumed';
}

/** Data for a command that waits for the signal; kept if none waits yet. */
export interface SignalReceived extends Head {
  readonly type: 'signal.received';
  readonly name: string;
  readonly data: PlainValue;
}

/** The execution's own time is up: it fails, and nothing it has under way is waited for. */
export interface ExecutionTimedOut extends Head {
  readonly type: 'playbook.timed_out';
  readonly error: Failure;
}

export interface WorkflowEnded extends Head {
  readonly type: 'workflow_completed' | 'workflow_failed';
}

/** Exactly one per execution, the last event that changes anything. */
export type PlaybookEnded = PlaybookCompleted | PlaybookFailed | PlaybookCancelled;

export interface PlaybookCompleted extends Head {
  readonly type: 'playbook.completed';
  readonly result: Result;
  /** Results of the leaves that ran, by step. */
  readonly leaves: Readonly<Record<string, Result>>;
}

export interface PlaybookFailed extends Head {
  readonly type: 'playbook.failed';
  readonly error: Failure;
  /** In order of completion. */
  readonly failedSteps: readonly string[];
}

export interface PlaybookCancelled extends Head {
  readonly type: 'playbook.cancelled';
  readonly reason: string | undefined;
}

// ---------------------------------------------------------------------------------------------- step

export type StepEvent = StepEntered | StepSkipped | StepExited | NextEvaluated;

/** An activation of a step: the first is run 1. */
export interface RunId {
  readonly step: string;
  readonly run: number;
}

export interface StepEntered extends Head, RunId {
  readonly type: 'step.enter';
  /** The arrivals this run consumed, in the order in which their arguments were merged. */
  readonly arrivals: readonly Arrival[];
  readonly loop: LoopStart | undefined;
}

/** A selected arc that has reached its target. */
export interface Arrival {
  /** Undefined for the start of the execution and for the final step. */
  readonly from: RunId | undefined;
  /** Index in `next.arcs`, or -1 for the implicit arc to `end`. */
  readonly arc: number;
  readonly args: PlainMapping;
}

export interface LoopStart {
  readonly total: number;
  /** Undefined: as many as the engine allows. Sequential loops have 1. */
  readonly maxInFlight: number | undefined;
  /** The items, evaluated once; large collections are stored. */
  readonly items: Result;
}

export interface StepSkipped extends Head {
  readonly type: 'step.skipped';
  readonly step: string;
  readonly why: /** The guard, or admission, said no: this is a run, and routing goes on from it. */
    | { readonly reason: 'guard' | 'admission'; readonly run: number; readonly arrivals: readonly Arrival[] }
    /** No live branch can reach the step any more. Final. */
    | { readonly reason: 'unreached' };
}

export interface StepExited extends Head, RunId {
  readonly type: 'step.exit';
  readonly outcome: RunOutcome;
}

export type RunOutcome =
  | { readonly status: 'COMPLETED'; readonly result: Result }
  | { readonly status: 'FAILED'; readonly error: Failure; readonly result: Result };

/** The routing decision of one run, made once. Replay follows it and evaluates nothing. */
export interface NextEvaluated extends Head, RunId {
  readonly type: 'next.evaluated';
  readonly mode: 'exclusive' | 'inclusive';
  readonly arcs: readonly ArcEvaluation[];
  /** Arcs that were selected, in authored order. */
  readonly tokens: readonly Token[];
  readonly failure: FailureRouting;
  /** Why the execution fails: the run's own error, or that routing itself went wrong. */
  readonly error: Failure | undefined;
  /** No arc was considered, because an earlier failure is ending the execution. */
  readonly drained: boolean;
}

/**
 * What became of a failed run: a failure arc took care of it, the step tolerates failures, or it ends
 * the execution. `none`: the run did not fail.
 */
export type FailureRouting = 'none' | 'handled' | 'tolerated' | 'fatal';

export interface ArcEvaluation {
  readonly arc: number;
  readonly target: string;
  readonly matched: boolean;
  /** In words for people: `when is false`, `not considered: an earlier arc matched`. */
  readonly why: string;
}

/** A selected arc on its way to its target. */
export interface Token {
  readonly target: string;
  readonly arc: number;
  readonly args: PlainMapping;
  /** Whether the arc leads back to the head of a loop. */
  readonly back: boolean;
}

// ------------------------------------------------------------------------------------------- command

export type CommandEvent =
  | CommandIssued
  | CommandClaimed
  | CommandStarted
  | CommandParked
  | CallDone
  | CallError
  | ActionRetry
  | CommandCompleted
  | CommandFailed
  | CommandCancelled
  | LeaseExpired
  | CommandLate;

interface OfCommand extends Head, RunId {
  /** `<execution>:<step>:<id of the run's step.enter>[:i<n>[:i<m>]]`, the same over all attempts. */
  readonly commandId: string;
  /** Index of the iteration, in a loop. */
  readonly iteration: number | undefined;
}

/** Issues one command, or a window of a loop's iterations `from` to `to` (exclusive). */
export interface CommandIssued extends Head, RunId {
  readonly type: 'command.issued';
  readonly commandId: string;
  readonly window: { readonly from: number; readonly to: number } | undefined;
  readonly maxAttempts: number;
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

/** The command waits for something outside and holds no worker. */
export interface CommandParked extends OfCommand {
  readonly type: 'command.parked';
  readonly waitsFor: ParkedOn;
}

export type ParkedOn =
  | { readonly kind: 'child'; readonly executionId: string; readonly path: string }
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
  readonly redeliveries: number;
  readonly worker: string | undefined;
}

/** A report that changed nothing: its command was settled, superseded or its execution over. */
export interface CommandLate extends Head {
  readonly type: 'command.late';
  readonly commandId: string;
  readonly reported: string;
  readonly why: string;
}

// ---------------------------------------------------------------------------------------------- loop

export type LoopEvent = IteratorStarted | IterationsSettled | IteratorCompleted | LoopDone;

export interface IteratorStarted extends Head, RunId {
  readonly type: 'iterator_started';
  readonly total: number;
  readonly mode: 'sequential' | 'parallel';
}

/** Iterations that settled in one turn, together: a loop of a million items stays small in the log. */
export interface IterationsSettled extends Head, RunId {
  readonly type: 'iteration_completed' | 'iteration_failed';
  readonly settled: readonly SettledIteration[];
}

export interface SettledIteration {
  readonly index: number;
  readonly attempt: number;
  readonly result: Result;
  /** Of a failed one. */
  readonly error: Failure | undefined;
  /** `ctx` values it set; merged in order of index when a parallel loop ends. */
  readonly ctx: PlainMapping;
}

export interface IteratorCompleted extends Head, RunId {
  readonly type: 'iterator_completed';
  readonly stats: LoopStats;
}

export interface LoopStats {
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  /** Never issued, because an earlier iteration failed. */
  readonly skipped: number;
}

export interface LoopDone extends Head, RunId {
  readonly type: 'loop.done';
}

// ------------------------------------------------------------------------------------------- context

export type ContextEvent = ContextUpdated;

/** Durable values, latest wins. */
export interface ContextUpdated extends Head {
  readonly type: 'ctx.updated';
  /** The step whose `set` this is; undefined: written through the API. */
  readonly step: string | undefined;
  /** Id of the completion that caused it: a completion's `set` happens once. */
  readonly gen: string;
  readonly values: PlainMapping;
}

// Each event as the core emits it, before the shell gives it an id and a time.
export type Unstamped<E extends Event = Event> = E extends Event ? Omit<E, 'id' | 'at'> : never;
