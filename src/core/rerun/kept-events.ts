import type { Program } from '../decide/program.ts';
import type { Event, IterationsSettled, NextEvaluated, Unstamped } from '../event.ts';
import { MAX_KEPT_ERRORS } from '../fold/loop.ts';
import type { ChosenRuns, RerunChoice } from './choose-runs.ts';
import { keyOf, type RecordedRun } from './recorded-runs.ts';

/** The events of an earlier execution that its rerun begins with, in their order. */
export function keptEvents(
  program: Program,
  events: readonly Event[],
  runs: ReadonlyMap<string, RecordedRun>,
  chosen: ChosenRuns,
  choice: RerunChoice,
): Unstamped[] {
  const keeper = new Keeper(program, runs, chosen, choice);
  return events.flatMap(event => keeper.keep(event).map(unstamped));
}

class Keeper {
  readonly #program: Program;
  readonly #runs: ReadonlyMap<string, RecordedRun>;
  readonly #chosen: ChosenRuns;
  readonly #choice: RerunChoice;
  /** By step: the run that was entered last, which its variables belong to. */
  readonly #latest = new Map<string, string>();
  readonly #keptErrors = new Map<string, number>();

  constructor(
    program: Program,
    runs: ReadonlyMap<string, RecordedRun>,
    chosen: ChosenRuns,
    choice: RerunChoice,
  ) {
    this.#program = program;
    this.#runs = runs;
    this.#chosen = chosen;
    this.#choice = choice;
  }

  keep(event: Event): readonly Event[] {
    switch (event.type) {
      case 'step.enter':
        this.#latest.set(event.step, keyOf(event));
        return this.#isKept(keyOf(event)) || this.#isInPart(keyOf(event)) ? [event] : [];
      case 'step.skipped':
        if (event.why.reason === 'unreached') return [];
        return this.#isKept(keyOf({ step: event.step, run: event.why.run })) ? [event] : [];
      case 'step.exit':
      case 'iterator_completed':
        return this.#isKept(keyOf(event)) ? [event] : [];
      case 'next.evaluated':
        return this.#isKept(keyOf(event)) && this.#standsStill(event) ? [event] : [];
      case 'iteration_completed':
        return this.#isInPart(keyOf(event)) ? this.#withoutRepeated(event) : [];
      case 'iteration_failed':
        return this.#failures(event);
      case 'ctx.updated': {
        const run = event.step === undefined ? undefined : this.#latest.get(event.step);
        return run === undefined || this.#isKept(run) || this.#isInPart(run) ? [event] : [];
      }
      default:
        return [];
    }
  }

  #isKept(key: string): boolean {
    return this.#runs.has(key) && !this.#chosen.again.has(key);
  }

  #isInPart(key: string): boolean {
    return this.#chosen.inPart.has(key);
  }

  /** A decision that was made while the execution was failing, or that leads to a step which is gone, is made anew. */
  #standsStill({ drained, failure, tokens }: NextEvaluated): boolean {
    return (
      !drained && failure !== 'fatal' && tokens.every(({ target }) => this.#program.graph.indexOf.has(target))
    );
  }

  #withoutRepeated(event: IterationsSettled): readonly Event[] {
    const { iterations } = this.#choice;
    const settled = iterations
      ? event.settled.filter(({ index }) => !iterations.includes(index))
      : event.settled;
    return settled.length === 0 ? [] : [{ ...event, settled }];
  }

  /** Of a loop that is kept whole, the failures that templates may read; of one in part those that stay. */
  #failures(event: IterationsSettled): readonly Event[] {
    const key = keyOf(event);
    const { iterations, onlyFailed } = this.#choice;
    if (this.#isInPart(key)) return onlyFailed || !iterations ? [] : this.#withoutRepeated(event);
    const kept = this.#keptErrors.get(key) ?? 0;
    if (!this.#isKept(key) || kept >= MAX_KEPT_ERRORS) return [];
    const settled = event.settled.slice(0, MAX_KEPT_ERRORS - kept);
    this.#keptErrors.set(key, kept + settled.length);
    return [{ ...event, settled }];
  }
}

function unstamped(event: Event): Unstamped {
  const { id: _id, at: _at, ...rest } = event;
  return rest as Unstamped;
}
