import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { Program } from '../../core/decide/program.ts';
import type { Failure, Result } from '../../core/result.ts';
import type { State } from '../../core/state.ts';
import { withoutBookkeeping } from '../../core/user-data.ts';
import type { RecordedCall } from '../mocks/mocked-tools.ts';

/** An execution that is over, as expectations look at it. */
export interface Outcome {
  readonly status: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  readonly state: State;
  readonly result: PlainValue | undefined;
  readonly error: Failure | undefined;
  readonly failedSteps: readonly string[];
  readonly calls: readonly RecordedCall[];
  readonly program: Program;
  readonly follow: Follow;
}

export type Follow = (uri: string) => Promise<PlainValue | undefined>;

export async function outcomeOf(
  state: State,
  calls: readonly RecordedCall[],
  program: Program,
  follow: Follow,
): Promise<Outcome> {
  const { phase } = state;
  const failed = phase.kind === 'failed' ? phase : undefined;
  return {
    status: statusOf(state),
    state,
    result: phase.kind === 'completed' ? await dataOf(phase.result, follow) : undefined,
    error: failed?.error,
    failedSteps: failed?.failedSteps ?? [],
    calls,
    program,
    follow,
  };
}

function statusOf({ phase }: State): Outcome['status'] {
  switch (phase.kind) {
    case 'completed':
      return 'COMPLETED';
    case 'failed':
      return 'FAILED';
    case 'cancelled':
      return 'CANCELLED';
    default:
      return 'RUNNING';
  }
}

async function dataOf(result: Result, follow: Follow): Promise<PlainValue | undefined> {
  switch (result.kind) {
    case 'none':
      return undefined;
    case 'inline':
      return cleaned(result.data);
    case 'stored':
      return cleaned((await follow(result.ref.uri)) ?? null);
    case 'collected':
      return cleaned((await follow(result.uri)) ?? null);
  }
}

/** As people see it, also in the items of a loop. */
const cleaned = (data: PlainValue): PlainValue =>
  Array.isArray(data) ? data.map(withoutBookkeeping) : withoutBookkeeping(data);

export const variablesOf = ({ state }: Outcome): PlainMapping => state.ctx;
