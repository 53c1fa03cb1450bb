import type { Playbook } from '../../playbook/model.ts';
import type { ArcEvaluation, Event, PlaybookStarted } from '../event.ts';
import { isTerminal } from '../fold/fold.ts';
import type { ActiveRun } from '../state.ts';
import { type Decision, decisionOf } from './decision.ts';
import { type Asking, type RecordedTurn, Simulation, ValueGone } from './simulation.ts';

/** Whether a playbook would have led an execution the way it went. */
export type ReplayVerdict = Same | Differs | CannotTell;

export interface Same {
  readonly kind: 'same';
  /** How many decisions were compared. */
  readonly decisions: number;
  /** False: the execution goes on, and is the same so far. */
  readonly ended: boolean;
}

/** The first decision that would be another one. What follows from it is not known. */
export interface Differs {
  readonly kind: 'differs';
  readonly decisions: number;
  /** The step it is about; undefined for the end of the execution. */
  readonly step: string | undefined;
  readonly run: number;
  readonly was: string;
  readonly wouldBe: string;
  /** Of a routing decision: how the new playbook judges each of its arcs. */
  readonly arcs: readonly ArcEvaluation[];
}

/** Something would run of which there is no result, or a value is needed that is gone. */
export interface CannotTell {
  readonly kind: 'unknown';
  readonly decisions: number;
  readonly step: string | undefined;
  readonly run: number;
  readonly why: string;
}

export interface ReplayOptions {
  /** The playbook the execution ran with: tells whether its entry was the playbook's or chosen for it. */
  readonly pinned?: Playbook | undefined;
}

/**
 * Follows a recorded execution turn by turn with another playbook: its guards, loop sources, `set` and arcs
 * are evaluated in the state of that moment, while tools answer what they answered then. Ends at the first
 * decision that is another one. Asks for stored values that a condition reads; computes, and does nothing.
 */
export function* replay(
  playbook: Playbook,
  turns: readonly RecordedTurn[],
  { pinned }: ReplayOptions = {},
): Asking<ReplayVerdict> {
  const start = turns[0]?.events.find(event => event.type === 'playbook_started');
  if (!start) return unknown(0, undefined, 0, 'its log does not begin with the start of an execution');
  const obstacle = obstacleOf(playbook, start, keptSteps(turns), pinned);
  if (obstacle !== undefined) return unknown(0, start.entry, 1, obstacle);
  const simulation = new Simulation(playbook, chosenEntry(start, pinned));
  const comparison = new Comparison(simulation);
  try {
    for (const turn of turns) {
      const verdict = comparison.compare(turn.events, yield* simulation.take(turn));
      if (verdict) return verdict;
    }
  } catch (error) {
    if (!(error instanceof ValueGone)) throw error;
    return unknown(
      comparison.count,
      undefined,
      0,
      `a decision reads ${error.message}, which is not kept any more`,
    );
  }
  return comparison.end();
}

/** The steps of which a rerun takes something over. */
function keptSteps(turns: readonly RecordedTurn[]): ReadonlySet<string> {
  const steps = new Set<string>();
  for (const { events } of turns) {
    for (const event of events) {
      if (event.type === 'workflow_initialized') return steps;
      if ('step' in event && event.step !== undefined) steps.add(event.step);
    }
  }
  return steps;
}

function obstacleOf(
  playbook: Playbook,
  start: PlaybookStarted,
  kept: ReadonlySet<string>,
  pinned: Playbook | undefined,
): string | undefined {
  const names = new Set(playbook.workflow.map(({ name }) => name));
  const entry = chosenEntry(start, pinned);
  if (entry !== undefined && !names.has(entry)) {
    return `it was started at step '${entry}', which the playbook does not have`;
  }
  const missing = [...kept].find(step => !names.has(step));
  return missing === undefined
    ? undefined
    : `it took over step '${missing}' of execution ${start.rerunOf}, which the playbook does not have`;
}

const chosenEntry = ({ entry }: PlaybookStarted, pinned: Playbook | undefined): string | undefined =>
  pinned && pinned.entry !== entry ? entry : undefined;

const unknown = (decisions: number, step: string | undefined, run: number, why: string): CannotTell => ({
  kind: 'unknown',
  decisions,
  step,
  run,
  why,
});

/**
 * Puts the decisions of two logs side by side. A log may decide later than it could have (nobody drove the
 * execution for a while), so what the simulation alone has decided waits until the log starts steps again.
 */
class Comparison {
  readonly #simulation: Simulation;
  /** Decisions of the simulation that the log has not made (yet), by key. */
  readonly #ahead = new Map<string, Decision>();
  readonly #hadCommand = new Set<string>();
  #isEnded = false;
  count = 0;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  compare(recorded: readonly Event[], simulated: readonly Event[]): ReplayVerdict | undefined {
    for (const decision of decisionsIn(simulated)) this.#ahead.set(decision.key, decision);
    for (const event of recorded) this.#notice(event);
    const made = decisionsIn(recorded);
    for (const decision of made) {
      const other = this.#ahead.get(decision.key);
      if (!other) return this.#missing(decision);
      if (other.text !== decision.text) return this.#differs(decision, decision.text, other.text, other.arcs);
      this.#ahead.delete(decision.key);
      this.count++;
    }
    return made.some(({ key }) => key.startsWith('start')) ? this.#leftOver() : undefined;
  }

  /** To be called after the last turn. */
  end(): ReplayVerdict {
    const more = this.#isEnded ? this.#leftOver() : undefined;
    return more ?? { kind: 'same', decisions: this.count, ended: this.#isEnded };
  }

  #notice(event: Event): void {
    if (event.type === 'command.issued') this.#hadCommand.add(`${event.step}#${event.run}`);
    if (event.type === 'playbook.completed' || event.type === 'playbook.failed') this.#isEnded = true;
  }

  /** The log has made a decision that the simulation has not come to. */
  #missing(decision: Decision): ReplayVerdict {
    const { step, run } = decision;
    const active = step === undefined ? undefined : this.#simulation.state.steps.get(step)?.active;
    const waits = active?.run === run ? this.#unanswered(step ?? '', active) : undefined;
    if (waits !== undefined) return unknown(this.count, step, run, waits);
    const instead = [...this.#ahead.values()].map(sentence);
    return this.#differs(
      decision,
      decision.text,
      instead.length > 0 ? instead.join('; ') : this.#meanwhile(),
    );
  }

  /** Why the simulated run cannot end: something it runs has no recorded result. */
  #unanswered(step: string, active: ActiveRun): string | undefined {
    if (active.kind === 'loop') {
      return active.open.size === 0
        ? undefined
        : `${active.open.size} of its ${active.total} iterations would run that did not run then`;
    }
    return this.#hadCommand.has(`${step}#${active.run}`)
      ? undefined
      : 'its tool would run, and it did not run then';
  }

  #meanwhile(): string {
    const { state } = this.#simulation;
    if (isTerminal(state)) return 'the execution has ended';
    const busy = [...state.active];
    return busy.length > 0 ? `not yet: ${busy.join(', ')} would still be running` : 'does not happen';
  }

  #leftOver(): ReplayVerdict | undefined {
    const [first] = this.#ahead.values();
    return first && this.#differs(first, 'does not happen', first.text, first.arcs);
  }

  #differs(
    { step, run }: Decision,
    was: string,
    wouldBe: string,
    arcs: readonly ArcEvaluation[] = [],
  ): Differs {
    return { kind: 'differs', decisions: this.count, step, run, was, wouldBe, arcs };
  }
}

const decisionsIn = (events: readonly Event[]): Decision[] =>
  events.flatMap(event => decisionOf(event) ?? []);

const sentence = ({ step, run, text }: Decision): string =>
  step === undefined ? text : `${step}${run > 1 ? ` (run ${run})` : ''} ${text}`;
