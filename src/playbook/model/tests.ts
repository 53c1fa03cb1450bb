import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { Condition } from './values.ts';

export interface TestCase {
  readonly name: string;
  readonly workload: PlainMapping;
  /** What `env()` gives; of the environment of the machine a test sees nothing. */
  readonly env: PlainMapping;
  readonly mocks: readonly Mock[];
  /** Tools that have effects and are called nevertheless. */
  readonly real: readonly TestTarget[];
  readonly signals: readonly TestSignal[];
  /** Milliseconds of real time the test may take; absent: the runner's. */
  readonly timeout: number | undefined;
  readonly expect: Expectation;
}

/** A step, or one task of it, of the playbook or of one that it calls: `step`, `step.task`, `caller/step`. */
export interface TestTarget {
  /** The steps through which the playbook is called, outermost first; empty: the playbook itself. */
  readonly within: readonly string[];
  readonly step: string;
  /** Absent: every task of the step. */
  readonly task: string | undefined;
}

/** Answers in place of a step's tool, or of one task of it. */
export interface Mock extends TestTarget {
  readonly plan: MockPlan;
}

export type MockPlan =
  /** The same for every call. */
  | { readonly kind: 'always'; readonly answer: MockAnswer }
  /** Call by call; one call more than there are answers fails the test. */
  | { readonly kind: 'calls'; readonly answers: readonly MockAnswer[] }
  /** By the index of the iteration. */
  | { readonly kind: 'each'; readonly plans: readonly MockPlan[] };

export type MockAnswer = {
  /** Milliseconds of virtual time the call takes. */
  readonly after: number | undefined;
} & (
  | { readonly kind: 'data'; readonly data: PlainValue }
  | { readonly kind: 'error'; readonly error: PlainMapping }
);

/** Sent when a step begins to wait for it; several of one name go to one wait after the other. */
export interface TestSignal {
  readonly name: string;
  readonly data: PlainValue;
  /** Milliseconds of virtual time after the wait began. */
  readonly after: number | undefined;
}

export type ExpectedStatus = 'COMPLETED' | 'FAILED' | 'CANCELLED';
export type ExpectedOutcome = 'completed' | 'failed' | 'skipped' | 'not_run';

/** Absent fields are not compared; without `status` and `error` the execution must complete. */
export interface Expectation {
  readonly status: ExpectedStatus | undefined;
  readonly steps: Readonly<Record<string, ExpectedStep>>;
  /** A mapping may name a part of it. */
  readonly result: { readonly value: PlainValue } | undefined;
  readonly ctx: PlainMapping;
  readonly error: ExpectedError | undefined;
  readonly calls: readonly ExpectedCalls[];
  /** Conditions that hold at the end. */
  readonly that: readonly Condition[];
}

export interface ExpectedStep {
  readonly status: ExpectedOutcome | undefined;
  readonly runs: number | undefined;
  /** Of the command of its last run. */
  readonly attempts: number | undefined;
}

export interface ExpectedError {
  readonly kind: string | undefined;
  /** A part of the message. */
  readonly message: string | undefined;
  /** One of the steps that failed. */
  readonly step: string | undefined;
}

export type ExpectedCalls = TestTarget &
  (
    | { readonly kind: 'count'; readonly count: number }
    /** Exactly these, in order; each names a part of a call. */
    | { readonly kind: 'list'; readonly list: readonly PlainMapping[] }
    /** At least one call has these parts. */
    | { readonly kind: 'some'; readonly count: number | undefined; readonly with: PlainMapping }
  );
