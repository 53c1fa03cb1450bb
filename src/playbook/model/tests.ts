import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';

export interface TestCase {
  readonly name: string;
  readonly workload: PlainMapping;
  readonly mocks: readonly Mock[];
  readonly expect: Expectation;
}

/** Answers in place of a step's tool, or of one task of it. */
export interface Mock {
  readonly step: string;
  /** Absent: every task of the step. */
  readonly task: string | undefined;
  /** Call by call; the last one is repeated. */
  readonly answers: readonly [MockAnswer, ...MockAnswer[]];
}

export type MockAnswer =
  | { readonly kind: 'data'; readonly data: PlainValue }
  | { readonly kind: 'error'; readonly error: PlainMapping };

/** Absent fields are not compared. */
export interface Expectation {
  readonly status: 'COMPLETED' | 'FAILED' | 'CANCELLED' | undefined;
  readonly steps: Readonly<Record<string, 'completed' | 'failed' | 'skipped' | 'not_run'>>;
  /** Compared with the execution's result; a mapping may name a part of it. */
  readonly result: { readonly value: PlainValue } | undefined;
}
