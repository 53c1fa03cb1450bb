import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { Answer, ParentLink, ParkedOn, Received, RunOutcome, Unstamped } from '../event.ts';
import type { Failure, Result } from '../result.ts';

/** What comes from outside and moves an execution. The shell has checked leases and rights already. */
export type Input = Start | Report | Steering | Told;

export interface Start {
  readonly kind: 'start';
  readonly executionId: string;
  readonly catalogId: string;
  readonly path: string;
  readonly version: string;
  /** Overrides the playbook's workload key by key. */
  readonly payload: PlainMapping;
  readonly parent?: ParentLink;
  /** The step that runs first, where it is not the playbook's own. */
  readonly entry?: string;
  /** Of a rerun: the execution it repeats, and what it takes over. */
  readonly rerun?: Restoration & { readonly of: string; readonly callsLatest?: boolean };
  /** Of what a rerun calls: the execution that was called in its place. */
  readonly inPlaceOf?: string;
  /** Steps to skip. */
  readonly skip?: readonly string[];
  /** `traceparent` of the trace it belongs to. */
  readonly trace?: string;
}

/** Events of an earlier execution that its rerun takes over, all of them or a part. */
export interface Restoration {
  readonly kept: readonly Unstamped[];
  /** Whether there is more to come. */
  readonly more: boolean;
}

/** Which execution of a command is spoken of. */
interface OfAttempt {
  readonly commandId: string;
  readonly attempt: number;
  /** The command's `redeliveries` when it was handed out; undefined: whoever has it now. */
  readonly delivery?: number | undefined;
}

/** What a worker, a child execution or a timer says of one command. */
export type Report =
  | { readonly kind: 'claimed'; readonly commandId: string; readonly worker: string }
  | (OfAttempt & { readonly kind: 'started'; readonly worker?: string })
  | (OfAttempt & { readonly kind: 'done'; readonly outcome: Done })
  | (OfAttempt & { readonly kind: 'failed'; readonly error: Failure })
  /** The command is under way and has come so far. */
  | (OfAttempt & { readonly kind: 'heartbeat'; readonly checkpoint: PlainValue })
  /** A task inside a pipeline is tried again; the command goes on. */
  | (OfAttempt & {
      readonly kind: 'task_retry';
      readonly task: string;
      readonly taskAttempt: number;
      readonly maxAttempts: number;
      readonly delay: number;
      readonly error: Failure | undefined;
    })
  | (OfAttempt & {
      readonly kind: 'parked';
      readonly waitsFor: ParkedOn;
      /** What its tool answered, or the tasks before the one that waits; what they have set. */
      readonly answer?: Answer;
    })
  /** The time a parked command waits until, or its deadline, has come. */
  | { readonly kind: 'deadline'; readonly commandId: string }
  /** Its worker is gone. `begun: false`: it is known that the worker had not begun it. */
  | {
      readonly kind: 'lease_lost';
      readonly commandId: string;
      readonly worker?: string;
      readonly begun?: boolean;
    };

/** What a command waits for, or will, has come from where its tool started it. */
export interface Callback {
  readonly kind: 'callback';
  readonly commandId: string;
  readonly outcome: RunOutcome;
}

/** What somebody outside tells: a report on a command, or anything else, which is only recorded. */
export interface Told {
  readonly kind: 'told';
  readonly event: Omit<Received, 'id' | 'at' | 'late'>;
  readonly report: ToldReport | undefined;
}

/** Without `commandId`, that of the event's step is meant, and of `iteration` if the step loops. */
export interface ToldReport {
  readonly iteration: number | undefined;
  /** The attempt it speaks of; undefined: the one under way. */
  readonly attempt: number | undefined;
  /** Saying again that a command has ended is no mistake. */
  readonly mayRepeat: boolean;
  readonly says:
    | { readonly kind: 'claimed'; readonly worker: string }
    | { readonly kind: 'started'; readonly worker: string | undefined }
    | { readonly kind: 'alive' }
    /** The data that a tool returned, or its error; what ends the command comes after it. */
    | { readonly kind: 'data'; readonly result: Result }
    | { readonly kind: 'error'; readonly error: Failure }
    | { readonly kind: 'done'; readonly result: Result }
    | { readonly kind: 'failed'; readonly error: Failure }
    /** It is done here, and its result comes by a callback. */
    | { readonly kind: 'pending'; readonly result: Result };
}

export interface Done {
  readonly result: Result;
  /** `ctx` values that its tasks set. */
  readonly ctx: PlainMapping;
  /** `step.*` values that its tasks set, for the rest of the run. */
  readonly step?: PlainMapping;
}

export type Steering =
  | Callback
  | ({ readonly kind: 'restore' } & Restoration)
  | { readonly kind: 'cancel'; readonly reason?: string }
  /** There is a place for it among the executions with its concurrency key. */
  | { readonly kind: 'admit' }
  | { readonly kind: 'pause'; readonly reason?: string }
  | { readonly kind: 'resume' }
  | { readonly kind: 'signal'; readonly name: string; readonly data: PlainValue }
  | { readonly kind: 'set_ctx'; readonly values: PlainMapping }
  /** The execution's time is up. `limit` names what set it, for people; undefined: its playbook. */
  | { readonly kind: 'timeout'; readonly limit?: string };
