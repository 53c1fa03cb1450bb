import type { Loop } from './loop.ts';
import type { Router } from './routing.ts';
import type { Retry, Task } from './task.ts';
import type { Condition, TemplateMapping, TemplateValue } from './values.ts';

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
  /** Which workers run it; absent: those of the whole playbook. */
  readonly pool: string | undefined;
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
