import type { PlainValue } from '../../common/plain-value.ts';
import type { Playbook, Step } from '../../playbook/model.ts';
import { decide } from '../decide/decide.ts';
import type { Input } from '../decide/input.ts';
import { makeProgram, type Program } from '../decide/program.ts';
import type { Event, PlaybookStarted } from '../event.ts';
import { EMPTY_STATE } from '../fold/draft.ts';
import { fold } from '../fold/fold.ts';
import type { State } from '../state.ts';
import { arrivedIn, inputsOf, isProgress, restoredIn } from './recorded-inputs.ts';

/** The events of one turn, as they were recorded. */
export interface RecordedTurn {
  readonly at: number;
  readonly events: readonly Event[];
}

/** Asks for stored values by their uri; undefined: it is not kept any more. */
export type Asking<T> = Generator<string, T, PlainValue | undefined>;

/** A value that a decision reads was removed. */
export class ValueGone extends Error {
  override readonly name = 'ValueGone';
}

/** The engine's own decisions by another playbook, while tools answer what they answered then. */
export class Simulation {
  readonly #program: Program;
  readonly #entry: string | undefined;
  readonly #loaded = new Map<string, PlainValue>();
  #state: State = EMPTY_STATE;
  #lastId = 0;

  /** `entry`: where the execution began, if that was chosen for it. */
  constructor(playbook: Playbook, entry: string | undefined) {
    this.#program = makeProgram({ ...playbook, workflow: playbook.workflow.map(withoutRetries) });
    this.#entry = entry;
  }

  get state(): State {
    return this.#state;
  }

  /** What the playbook decides on what arrived in a recorded turn. */
  *take({ at, events }: RecordedTurn): Asking<readonly Event[]> {
    const arrived = arrivedIn(events);
    if (!this.#state.isRestoring) this.#state = fold(arrived.filter(isProgress), this.#state);
    const issued = events.find(event => event.type === 'command.issued' && event.owner !== undefined);
    const owner = issued?.type === 'command.issued' ? issued.owner : undefined;
    return yield* this.#decide(this.#inputsOf(events, arrived), at, owner);
  }

  #inputsOf(events: readonly Event[], arrived: readonly Event[]): readonly Input[] {
    const start = events.find(event => event.type === 'playbook_started');
    if (start) return this.#start(start, events);
    if (this.#state.isRestoring) return [{ kind: 'restore', ...restoredIn(events) }];
    return inputsOf(arrived, this.#state);
  }

  *#decide(inputs: readonly Input[], now: number, owner: string | undefined): Asking<readonly Event[]> {
    for (;;) {
      const decision = decide(this.#program, this.#state, inputs, {
        now,
        allocateId: () => String(++this.#lastId),
        loaded: this.#loaded,
        ...(owner === undefined ? {} : { owner }),
      });
      if (decision.kind === 'decided') {
        this.#state = decision.state;
        return decision.events;
      }
      const value = yield decision.uri;
      if (value === undefined) throw new ValueGone(decision.uri);
      this.#loaded.set(decision.uri, value);
    }
  }

  /** Values of the old workload win; what the new playbook adds to it has its default. */
  #start(started: PlaybookStarted, events: readonly Event[]): readonly Input[] {
    const { executionId, catalogId, path, version, workload, parent, rerunOf, skip, trace } = started;
    const start: Input = {
      kind: 'start',
      executionId,
      catalogId,
      path,
      version,
      payload: workload,
      ...(parent === undefined ? {} : { parent }),
      ...(this.#entry === undefined ? {} : { entry: this.#entry }),
      ...(rerunOf === undefined ? {} : { rerun: { of: rerunOf, ...restoredIn(events) } }),
      ...(skip === undefined ? {} : { skip }),
      ...(trace === undefined ? {} : { trace }),
    };
    // One that did not have to wait for its place then does not wait now.
    const hadToWait = events.some(({ type }) => type === 'playbook.queued');
    return hadToWait ? [start] : [start, { kind: 'admit' }];
  }
}

/** Attempts are repeated where they were repeated then; how many there may be is still evaluated. */
function withoutRetries<S extends Step>(step: S): S {
  const retry = step.retry.map(each => ({ ...each, when: undefined, stopWhen: NEVER_AGAIN }));
  return { ...step, retry };
}

const NEVER_AGAIN = { condition: '{{ true }}' };
