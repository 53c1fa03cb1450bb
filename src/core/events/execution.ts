import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { Failure, Result } from '../result.ts';
import type { Head } from './head.ts';

export type ExecutionEvent =
  | PlaybookStarted
  | WorkflowInitialized
  | ExecutionQueued
  | ExecutionAdmitted
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
  /** The place it needs among executions with the same key; undefined: none. */
  readonly concurrency: ConcurrencyClaim | undefined;
  /**
   * The execution that this one repeats. What it takes over stands between this event and
   * `workflow_initialized`: nothing runs before that.
   */
  readonly rerunOf: string | undefined;
  /** A rerun that calls the newest version of what it calls, and not the one that was called then. */
  readonly callsLatest?: boolean | undefined;
  /** Of what a rerun calls: the execution that was called in its place. It calls what that one called. */
  readonly inPlaceOf?: string | undefined;
  /** Steps that whoever asked for it wants skipped. */
  readonly skip: readonly string[] | undefined;
  /** `traceparent` of the trace it belongs to; undefined: none. */
  readonly trace?: string | undefined;
}

/** The command of another execution that waits for this one. */
export interface ParentLink {
  readonly executionId: string;
  readonly commandId: string;
  /** The attempt of the command that started it. */
  readonly attempt: number;
  /** The step whose result the parent wants; undefined: the result of the whole. */
  readonly resultStep: string | undefined;
  /** 1 for a child of a top-level execution. */
  readonly depth: number;
  /** Of the parent's loop, if the command is one of its iterations: what templates read as `iter.parent`. */
  readonly iteration?: PlainMapping | undefined;
  /** Concurrency keys that its ancestors hold: it runs in their place. */
  readonly heldKeys: readonly string[] | undefined;
}

/** At most `limit` executions with this key run at once. */
export interface ConcurrencyClaim {
  readonly key: string;
  readonly limit: number;
  readonly onLimit: 'queue' | 'skip' | 'cancel_oldest';
}

/** It waits for a place among the executions with its concurrency key; nothing of it runs yet. */
export interface ExecutionQueued extends Head {
  readonly type: 'playbook.queued';
}

export interface ExecutionAdmitted extends Head {
  readonly type: 'playbook.admitted';
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
