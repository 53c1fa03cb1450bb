import type { Graph } from '../graph-types.ts';
import type { Playbook } from '../model.ts';
import type { ProblemCode } from '../problem-codes.ts';

/**
 * Reports a problem at a model object, or at the value under one of its keys. The severity is the
 * code's; place and frame are found through the positions of the model.
 */
export type ReportAt = (
  code: ProblemCode,
  at: object | readonly [container: object, key: string | number],
  message: string,
  hint?: string,
) => void;

/** A rule that looks at the routing graph of a playbook that has no errors so far. */
export interface GraphRule {
  readonly codes: readonly ProblemCode[];
  check(playbook: Playbook, graph: Graph, report: ReportAt): void;
}
