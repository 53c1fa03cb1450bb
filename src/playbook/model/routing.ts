import type { Assignment } from './step.ts';
import type { Condition, TemplateMapping } from './values.ts';

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
  /**
   * Arcs of one group were written under one condition and are selected together: `next: [a, b]`,
   * `{step: [a, b], when}`, or with arguments of their own `{when, then: [{step: a, args}, {step: b}]}`.
   * Ascending from 0.
   */
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
  /** Fires if no arc with a condition matched: no `when` (exclusive), or `else: true` (inclusive). */
  | { readonly kind: 'otherwise' };
