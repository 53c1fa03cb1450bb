import type { Mock, MockAnswer, MockPlan } from '../../playbook/model.ts';
import { type CallPlace, isAt, placeName } from './call-place.ts';

/** What a mock has to say to a call; `spent`: it has nothing left, which is a mistake of the test. */
export type Chosen =
  | { readonly kind: 'answer'; readonly answer: MockAnswer; readonly call: number }
  | { readonly kind: 'spent'; readonly why: string };

/** The mocks of one test, and how often each was called so far. */
export class MockTable {
  readonly #mocks: readonly Mock[];
  /** By mock, and in loops by iteration. */
  readonly #calls = new Map<MockPlan, number>();

  constructor(mocks: readonly Mock[]) {
    this.#mocks = mocks;
  }

  /** The answer to the next call at a place; undefined if nothing is mocked there. */
  choose(place: CallPlace): Chosen | undefined {
    const fitting = this.#mocks.filter(mock => isAt(mock, place));
    // A mock of the very task comes before one of its whole step.
    const mock = fitting.find(({ task }) => task !== undefined) ?? fitting[0];
    return mock && this.#fromPlan(mock.plan, place);
  }

  #fromPlan(plan: MockPlan, place: CallPlace): Chosen {
    switch (plan.kind) {
      case 'always':
        return { kind: 'answer', answer: plan.answer, call: this.#count(plan) };
      case 'calls': {
        const call = this.#count(plan);
        const answer = plan.answers[call - 1];
        if (answer) return { kind: 'answer', answer, call };
        const why = `${placeName(place)} was called ${times(call)}, ${plan.answers.length} mocked`;
        return { kind: 'spent', why };
      }
      case 'each': {
        const index = place.index ?? 0;
        const inner = plan.plans[index];
        if (inner) return this.#fromPlan(inner, place);
        const why = `${placeName(place)} was called for iteration ${index}, ${plan.plans.length} mocked`;
        return { kind: 'spent', why };
      }
    }
  }

  #count(plan: MockPlan): number {
    const call = (this.#calls.get(plan) ?? 0) + 1;
    this.#calls.set(plan, call);
    return call;
  }
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
