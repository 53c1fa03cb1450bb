import type { GraphRule } from '../rule.ts';
import { arcNeverMatches } from './arc-never-matches.ts';
import { arcToFinalStep } from './arc-to-final-step.ts';
import { endInLoop } from './end-in-loop.ts';
import { loopExitJoins } from './loop-exit-joins.ts';
import { loopTwoEntries } from './loop-two-entries.ts';
import { loopWithoutCondition } from './loop-without-condition.ts';
import { stepUnreachable } from './step-unreachable.ts';

/** What the routing graph of a playbook shows. */
export const GRAPH_RULES: readonly GraphRule[] = [
  stepUnreachable,
  arcNeverMatches,
  arcToFinalStep,
  loopWithoutCondition,
  loopTwoEntries,
  loopExitJoins,
  endInLoop,
];
