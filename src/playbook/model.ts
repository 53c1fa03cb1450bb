/**
 * The one shape of a playbook that the program knows. The loader turns every accepted spelling into it,
 * checks it, freezes it and hashes it; nobody else meets a legacy spelling.
 *
 * Words are those of the canonical language, in camel case. Durations are milliseconds. Defaults are
 * filled in, so a reader never repeats them; a field that may be absent is absent because the absence
 * means something, which its comment says.
 *
 * Where a node stood in the YAML text is kept beside the model (`Positions`), because the content hash
 * must not depend on layout.
 */
import type { PlainMapping, PlainValue } from '../common/plain-value.ts';

/** A text with template syntax, to be rendered. Plain data never has this shape: data is `TemplateValue`. */
export interface TemplateText {
  readonly template: string;
}

/** A test, written with or without braces: compile it with `compileCondition`. `true` and `false` are sources too. */
export interface Condition {
  readonly condition: string;
}

/** Data whose texts, at any depth and in keys too, may be templates; a text without braces is itself. */
export type TemplateValue = PlainValue;
export type TemplateMapping = PlainMapping;

/** Milliseconds, or a template that renders to a duration text (`500ms`, `2s`) or a number of seconds. */
export type Duration = number | TemplateText;

/** A whole number, or a template that renders to one. */
export type Count = number | TemplateText;

// ------------------------------------------------------------------------------------------ playbook

/** Says nothing of `apiVersion`: what used to depend on it has been written out by the loader. */
export interface Playbook {
  /** SHA-256, in hex, of the canonical JSON of everything else here. Pins an execution to this content. */
  readonly hash: string;
  readonly metadata: Metadata;
  /** Defaults of the input; the payload of a request replaces them key by key. */
  readonly workload: PlainMapping;
  readonly keychain: readonly KeychainEntry[];
  readonly executor: ExecutorSpec;
  /** Name of the step that runs first: `entry_step`, else `start`, else the first one written. */
  readonly entry: string;
  /** In authored order, names unique, at least one. References to the workbook are resolved. */
  readonly workflow: readonly Step[];
  readonly tests: readonly TestCase[];
}

export interface Metadata {
  readonly name: string;
  /** Key in the catalog: `metadata.path`, else the name. */
  readonly path: string;
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly capabilities: readonly string[];
  readonly exposedInUi: boolean;
  /** False only where the author said so. */
  readonly exposesAsMcp: boolean;
  readonly agent: boolean;
  /** Anything else, verbatim. */
  readonly extra: PlainMapping;
}

/** A named secret, resolved on the worker just before it is needed: `keychain.<name>.<field>`. */
export interface KeychainEntry {
  readonly name: string;
  /** `bearer`, `oauth2`, `secret_manager`, `static`, `credential`, …; `credential` if not written. */
  readonly kind: string;
  readonly scope: 'local' | 'global' | 'shared' | 'catalog';
  readonly autoRenew: boolean;
  readonly residency: 'none' | 'advisory' | 'strict';
  /** Every other field as written (`credential`, `provider`, `auth`, `map`, `token`, …). */
  readonly config: TemplateMapping;
}

export interface ExecutorSpec {
  readonly profile: 'local' | 'distributed' | 'auto';
  readonly version: string;
  readonly requires: { readonly tools: readonly string[]; readonly features: readonly string[] };
  /** Limit of the whole execution; absent: none. */
  readonly timeout: Duration | undefined;
  readonly concurrency: Concurrency | undefined;
  /** Step that runs once after everything, also after a failure. No arc leads to it. */
  readonly finalStep: string | undefined;
  readonly loopMode: 'local' | 'fanout';
  /** Whether templates inside workload values are rendered once at the start (older playbooks rely on it). */
  readonly renderWorkload: boolean;
  readonly policy: PlainMapping;
}

/** At most `limit` executions that render the same `key` run at once. */
export interface Concurrency {
  readonly key: TemplateText;
  readonly limit: number;
  readonly onLimit: 'queue' | 'skip' | 'cancel_oldest';
}

// ---------------------------------------------------------------------------------------------- step

export type Step = PlainStep | LoopingStep;

interface StepBase {
  readonly name: string;
  readonly desc: string | undefined;
  /** Guard (`when`): false means skipped, and routing goes on. Absent: true. */
  readonly when: Condition | undefined;
  readonly admit: Admission | undefined;
  /** Bound before the tools run, as `input.x` and bare `x`; arguments of the arriving arc override it. */
  readonly input: TemplateMapping;
  readonly tool: Tool;
  /** Runs once per run, after completion and before routing, in order. */
  readonly set: readonly Assignment[];
  /**
   * Retry of the whole command through the queue, no worker held meanwhile. The retry of an only task
   * stands here too. Tried in order, the first whose condition holds decides; empty: one attempt.
   */
  readonly retry: readonly Retry[];
  /** Whether a failure without a matching failure arc fails the execution, or routing goes on as if done. */
  readonly onError: 'fail' | 'continue';
  readonly redeliver: 'always' | 'never';
  readonly next: Router;
}

/** Runs its tool once per run. */
export interface PlainStep extends StepBase {
  readonly kind: 'plain';
}

/** Runs its tool once per item; its result is the list of results. */
export interface LoopingStep extends StepBase {
  readonly kind: 'loop';
  readonly loop: Loop;
}

export type Tool =
  /** Nothing to run: the step completes at once and routes. */
  | { readonly kind: 'router' }
  /** One task, named like its step; its result is the step's result. */
  | { readonly kind: 'single'; readonly task: Task }
  /** Tasks in order with distinct names; the result is a record of theirs. */
  | { readonly kind: 'pipeline'; readonly tasks: readonly [Task, ...Task[]] };

/** Rules tried in order; no match admits. */
export interface Admission {
  readonly rules: readonly AdmitRule[];
  /** `wait` keeps the arrival and asks again after every change of `ctx`. */
  readonly onDeny: 'skip' | 'wait';
}

export interface AdmitRule {
  /** Absent: matches always (`else`). */
  readonly when: Condition | undefined;
  readonly allow: boolean | Condition;
}

/** One entry of a `set`: the order counts, because a value may read the ones before it. */
export interface Assignment {
  /** `ctx` lives in the execution and is durable, `step` in one run, `iter` in one iteration. */
  readonly scope: 'ctx' | 'step' | 'iter';
  readonly name: string;
  readonly value: TemplateValue;
}

// ---------------------------------------------------------------------------------------------- loop

export interface Loop {
  readonly source: LoopSource;
  /** Name of the item: `iter.<iterator>` and bare `<iterator>`. With `chunk`, the name of the list of items. */
  readonly iterator: string;
  readonly mode: LoopMode;
  /** Applied to a collection in this order: `where`, `orderBy` (stable), `limit`, `chunk`. */
  readonly where: Condition | undefined;
  /** Renders, with the item bound, to the value to sort by. */
  readonly orderBy: TemplateText | undefined;
  readonly limit: Count | undefined;
  /** Items per iteration; absent: one, bound itself and not as a list. */
  readonly chunk: Count | undefined;
  /** `continue` runs all iterations; failed ones hold null and are listed in `failed_items`. */
  readonly onError: 'fail' | 'continue';
}

export type LoopSource =
  /** A list, mapping or number written in the playbook; texts inside may be templates. */
  | { readonly kind: 'literal'; readonly items: readonly TemplateValue[] | TemplateMapping | number | bigint }
  | { readonly kind: 'template'; readonly template: string }
  /** Rows are claimed frame by frame until a claim finds none. */
  | { readonly kind: 'cursor'; readonly cursor: Cursor; readonly frame: Frame };

export type LoopMode =
  | { readonly kind: 'sequential' }
  /** Absent `maxInFlight`: as many as the engine allows. For a cursor it counts frames. */
  | { readonly kind: 'parallel'; readonly maxInFlight: Count | undefined };

export interface Cursor {
  /** Kind of the tool that claims, such as `postgres`. */
  readonly kind: string;
  readonly auth: TemplateValue | undefined;
  /** The statement that claims rows and returns them. */
  readonly claim: string;
  readonly options: TemplateMapping;
}

export interface Frame {
  readonly maxRows: number;
  readonly maxTime: number;
  readonly maxBytes: number;
  readonly lease: number;
  readonly heartbeat: number;
  readonly rowConcurrency: number;
  readonly process: 'row' | 'frame';
  readonly retryMode: string;
  readonly maxAttempts: number;
}

// ---------------------------------------------------------------------------------------------- task

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

// ------------------------------------------------------------------------------------------- routing

/** What follows a step (`next`). Without arcs the step is a leaf: it continues to `end` if there is one. */
export interface Router {
  /**
   * exclusive: the arcs of the first group that matches. inclusive: every arc that matches.
   * Always exclusive where both mean the same.
   */
  readonly mode: 'exclusive' | 'inclusive';
  readonly arcs: readonly Arc[];
  /** No arc matched: the branch ends, the branch ends quietly, or the execution fails. */
  readonly onNoMatch: 'complete' | 'quiet' | 'error';
}

export interface Arc {
  readonly target: ArcTarget;
  readonly fires: ArcTrigger;
  /**
   * On which outcome of the step the arc is considered at all: as written, else `any` if its condition
   * can observe a failure (reads `event`, `error`, `output.status|ok|success|error`), else `success`.
   */
  readonly on: 'success' | 'failure' | 'any';
  /** Arcs of one group were written under one condition and are selected together. Ascending from 0. */
  readonly group: number;
  readonly set: readonly Assignment[];
  /** Rendered with the context of the step that finished, then merged into the target's input. */
  readonly args: TemplateMapping;
}

export type ArcTarget =
  | { readonly kind: 'step'; readonly step: string }
  /** `end` where no step is called so: the branch ends. */
  | { readonly kind: 'exit' };

export type ArcTrigger =
  | { readonly kind: 'always' }
  | { readonly kind: 'when'; readonly when: Condition }
  /** Fires if no arc with a condition matched. */
  | { readonly kind: 'otherwise' };

// --------------------------------------------------------------------------------------------- tests

export interface TestCase {
  readonly name: string;
  readonly workload: PlainMapping;
  readonly mocks: readonly Mock[];
  readonly expect: Expectation;
}

/** Answers in place of a step's tool, or of one task of it. */
export interface Mock {
  readonly step: string;
  /** Absent: every task of the step. */
  readonly task: string | undefined;
  /** Call by call; the last one is repeated. */
  readonly answers: readonly [MockAnswer, ...MockAnswer[]];
}

export type MockAnswer =
  | { readonly kind: 'data'; readonly data: PlainValue }
  | { readonly kind: 'error'; readonly error: PlainMapping };

/** Absent fields are not compared. */
export interface Expectation {
  readonly status: 'COMPLETED' | 'FAILED' | 'CANCELLED' | undefined;
  readonly steps: Readonly<Record<string, 'completed' | 'failed' | 'skipped' | 'not_run'>>;
  /** Compared with the execution's result; a mapping may name a part of it. */
  readonly result: { readonly value: PlainValue } | undefined;
}
