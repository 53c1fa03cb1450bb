import type { Assignment } from './step.ts';
import type { Condition, Count, Duration, TemplateMapping, TemplateText, TemplateValue } from './values.ts';

export interface Task {
  /** Label, unique in its pipeline; its result is read under this name. */
  readonly name: string;
  /** May be one that no tool implements: that is an error of the run, not of the playbook. */
  readonly kind: string;
  /** The tool's own fields under their canonical names, rendered on the worker. */
  readonly config: TemplateMapping;
  /** Overlays the step's input. */
  readonly input: TemplateMapping;
  readonly auth: TemplateValue | undefined;
  /** Runs after each success of this task, in order. */
  readonly set: readonly Assignment[];
  /** Retry inside the lease. Empty for an only task, whose retry is its step's. */
  readonly retry: readonly Retry[];
  readonly paginate: Paginate | undefined;
  /** Limit of one execution of this task, its own or its step's; absent: the kind's default. */
  readonly timeout: Duration | undefined;
  readonly output: OutputSpec;
  readonly cache: Cache | undefined;
  /** After its success the command waits until it is called back, and what that brings is the step's result. */
  readonly callback?: Callback | undefined;
  /** Consulted after every execution of the task, before `retry`. */
  readonly policy: TaskPolicy;
  /**
   * Runs in the same command after this task succeeded, sees its result as `result`, `data` and (the
   * envelope) `this`; its failure fails the task, its result is not part of the step's result.
   */
  readonly sink: Task | undefined;
}

export interface Retry {
  /** Executions in all, the first included. */
  readonly maxAttempts: Count;
  /** delay(k) = min(initialDelay · multiplier^(k−1), maxDelay) after the k-th failure. */
  readonly initialDelay: Duration;
  readonly multiplier: number;
  readonly maxDelay: Duration;
  readonly jitter: boolean;
  /** Absent: any error. Evaluated on success too (polling), where `error` is null. */
  readonly when: Condition | undefined;
  readonly stopWhen: Condition | undefined;
}

export interface Paginate {
  /** Another page is fetched while this holds and fewer than `maxPages` were. */
  readonly while: Condition;
  /** Overlaid on the current config after each page; `params` and `headers` merge key by key. */
  readonly next: TemplateMapping;
  readonly collect: Collect;
  readonly maxPages: number;
  /** Runs after every page, like a task's sink. */
  readonly sink: Task | undefined;
}

export interface Collect {
  readonly strategy: 'append' | 'extend' | 'replace' | 'merge';
  /** Dotted path into the body; absent: the whole body. */
  readonly path: string | undefined;
  /** Name under which conditions see what was collected so far. */
  readonly into: string;
}

/** How a result is kept. */
export interface OutputSpec {
  readonly select: readonly Selection[];
  readonly store: TemplateMapping | undefined;
  readonly inlineMaxBytes: number;
  /** Everything else (`accumulate`, `scope`, `as`, …), verbatim. */
  readonly extra: TemplateMapping;
}

/** A field that stays readable without loading the whole result: `$.a.b`, readable as `name`. */
export interface Selection {
  readonly path: string;
  readonly name: string;
}

/** Memoises a task's result by key. */
export interface Cache {
  readonly key: TemplateText;
  readonly ttl: Duration | undefined;
}

/** What a task has started elsewhere says when it is done. */
export interface Callback {
  /** How long it is waited for, from the success of the task on. */
  readonly timeout: Duration;
}

export interface TaskPolicy {
  /** The first match wins. */
  readonly rules: readonly Rule[];
  /** What happens if none matches; `default`: success continues, an error fails. */
  readonly onUnmatched: 'default' | 'continue' | 'fail';
}

export interface Rule {
  /** Absent: matches always (`else`). */
  readonly when: Condition | undefined;
  readonly then: RuleAction;
}

export type RuleAction =
  | { readonly do: 'continue'; readonly set: readonly Assignment[] }
  | {
      readonly do: 'retry';
      readonly set: readonly Assignment[];
      /** Executions in all. */
      readonly attempts: number;
      /** After k failures: none = delay, linear = delay · k, exponential = delay · 2^(k−1). */
      readonly backoff: 'none' | 'linear' | 'exponential';
      readonly delay: Duration;
    }
  /** `to` names a task of the same pipeline. */
  | { readonly do: 'jump'; readonly set: readonly Assignment[]; readonly to: string }
  /** Ends the pipeline successfully. */
  | { readonly do: 'break'; readonly set: readonly Assignment[] }
  | { readonly do: 'fail'; readonly set: readonly Assignment[]; readonly message: string | undefined };
