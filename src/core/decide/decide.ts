import type { Command } from '../command.ts';
import type { Event } from '../event.ts';
import { isTerminal } from '../fold/fold.ts';
import type { State } from '../state.ts';
import { acceptInput } from './accept-input.ts';
import { claimRows, settleFrames } from './claim-rows.ts';
import { drainFailing } from './drain-failing.ts';
import { enterSteps } from './enter-steps.ts';
import { finish } from './finish.ts';
import type { Input } from './input.ts';
import { issueIterations } from './issue-iterations.ts';
import { NeedRef } from './need-ref.ts';
import type { Program } from './program.ts';
import { routeRuns } from './route-runs.ts';
import { settleRuns } from './settle-runs.ts';
import { skipUnreached } from './skip-unreached.ts';
import { Turn, type TurnOptions } from './turn.ts';

export type Decision =
  | {
      readonly kind: 'decided';
      /** To be appended in one transaction, together with the commands. */
      readonly events: readonly Event[];
      readonly commands: readonly Command[];
      readonly cancelled: readonly string[];
      readonly state: State;
    }
  /** A stored value must be loaded first: decide again with it. */
  | { readonly kind: 'needs'; readonly uri: string };

/**
 * One turn of an execution: takes what arrived and does everything that follows from it. A pure function
 * of its arguments; taken again on the state it returned, it does nothing.
 */
export function decide(
  program: Program,
  state: State,
  inputs: readonly Input[],
  options: TurnOptions,
): Decision {
  const turn = new Turn(program, state, options);
  try {
    for (const input of inputs) acceptInput(turn, input);
    while (!isTerminal(turn.state) && !turn.state.isRestoring && takeStep(turn));
  } catch (error) {
    if (error instanceof NeedRef) return { kind: 'needs', uri: error.uri };
    throw error;
  }
  const { events, commands, cancelled } = turn;
  return { kind: 'decided', events, commands, cancelled, state: turn.state };
}

/** The first of these that has something to do does it; the turn is over when none has. */
const takeStep = (turn: Turn): boolean =>
  settleFrames(turn) ||
  settleRuns(turn) ||
  routeRuns(turn) ||
  drainFailing(turn) ||
  enterSteps(turn) ||
  issueIterations(turn) ||
  claimRows(turn) ||
  skipUnreached(turn) ||
  finish(turn);
