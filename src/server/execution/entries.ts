import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import {
  type ExecutionEntry,
  type ExecutionProgress,
  executionEntry,
  executionProgress,
} from '../../core/view/execution-entry.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { ServerServices } from '../services.ts';
import { type FoundExecution, stepCount } from './find-execution.ts';

/** An execution with the status it has now. */
export async function entryOf(services: ServerServices, found: FoundExecution): Promise<ExecutionEntry> {
  return executionEntry(found.state, await contextOf(services, found.summary));
}

/** In a list the status is the one by which it was found; what came after that is in the next answer. */
export async function listedEntry(
  services: ServerServices,
  summary: ExecutionSummary,
): Promise<ExecutionEntry> {
  const state = await services.engine.state(summary.executionId);
  const entry = executionEntry(state, await contextOf(services, summary));
  if (entry.status === summary.status) return entry;
  const { status, endedAt } = summary;
  const end_time = endedAt === undefined ? null : new Date(endedAt).toISOString();
  return { ...entry, status, end_time, progress: Math.min(entry.progress, 99), result: null, error: null };
}

export async function progressOf(
  services: ServerServices,
  { summary, state }: FoundExecution,
  full: boolean,
): Promise<ExecutionProgress> {
  const variables = full ? withoutNulls(state.ctx) : compact(withoutNulls(state.ctx));
  return executionProgress(state, await contextOf(services, summary), variables);
}

async function contextOf(services: ServerServices, summary: ExecutionSummary) {
  return {
    executionId: summary.executionId,
    events: summary.events,
    stepCount: await stepCount(services, summary),
    now: services.clock.now(),
  };
}

/** As `/api/vars` shows them: a variable that is null is none. */
const withoutNulls = (variables: PlainMapping): PlainMapping =>
  mappingOf(Object.entries(variables).filter(([, value]) => value !== null));

/** Characters of a variable that a status shows. */
const LONGEST = 1024;

/** Long values by how long they are: whoever polls a status does not want them each time. */
const compact = (variables: PlainMapping): PlainMapping =>
  mappingOf(Object.entries(variables).map(([name, value]) => [name, shortened(value)]));

function shortened(value: PlainValue): PlainValue {
  const { length } = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? String(each) : each,
  );
  if (length <= LONGEST) return value;
  return mappingOf([
    ['_truncated', true],
    ['_characters', length],
  ]);
}
