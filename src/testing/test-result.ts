import type { Coverage, Reached } from './coverage.ts';
import type { Difference } from './expect/match.ts';
import type { RecordedCall } from './mocks/mocked-tools.ts';
import type { TraceLine } from './trace.ts';

/** What came of one test. */
export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  /** Milliseconds of real time. */
  readonly took: number;
  /** Milliseconds of virtual time: what the execution would have taken, apart from its tools. */
  readonly virtual: number;
  /** Why the test could not be carried out as written: something is not mocked, the execution never ends. */
  readonly problems: readonly string[];
  readonly differences: readonly Difference[];
  readonly trace: readonly TraceLine[];
  readonly calls: readonly RecordedCall[];
  /** What its tools printed, with the step. */
  readonly printed: readonly { readonly step: string; readonly text: string }[];
  readonly reached: Reached;
}

/** What came of the tests of one playbook. */
export interface FileResult {
  readonly file: string;
  readonly tests: readonly TestResult[];
  readonly coverage: Coverage;
  /** The playbooks that it called, as files. */
  readonly called: readonly string[];
}
