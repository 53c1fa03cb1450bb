import { EMPTY_MAPPING, mappingOf, type PlainValue } from '../../../common/plain-value.ts';
import type { Failure, Result } from '../../result.ts';
import { NO_RESULT } from '../../result.ts';
import type { Envelope } from './envelope.ts';
import { failureIn, isFailure, resultIn } from './lookups.ts';
import { type Reading, richer } from './reading.ts';
import type { LoopTrack, RunTrack } from './run-track.ts';
import type { Named } from './which-run.ts';

/** Settles an iteration, and the loop with it if that was the last one. */
export function endIteration(reading: Reading, envelope: Envelope, run: RunTrack, named: Named): void {
  const { loop } = run;
  const { iteration: index } = named;
  if (!loop || index === undefined) return;
  const error = isFailure(envelope) ? failureIn(envelope) : undefined;
  const reported = richer(resultIn(envelope), reading.outlook.lateData.get(envelope.index) ?? NO_RESULT);
  const result = error ? NO_RESULT : richer(loop.data.get(index) ?? NO_RESULT, reported);
  loop.settled.set(index, { result, error });
  const attempt = envelope.attempt ?? 1;
  const type = error ? 'iteration_failed' : 'iteration_completed';
  const settled = [{ index, attempt, result, error, ctx: EMPTY_MAPPING }];
  reading.emit(envelope, { type, step: run.step, run: run.run, settled });
  if (loop.endsByCount && loop.settled.size >= loop.total) endLoop(reading, envelope, run, firstError(loop));
}

/** Ends a loop's run with the results of its iterations, in order of index. */
export function endLoop(
  reading: Reading,
  envelope: Envelope,
  run: RunTrack,
  error: Failure | undefined,
): void {
  const results = run.loop ? inOrder(run.loop) : [];
  const isSilent = results.length === 0 || run.loop === undefined;
  const own = isSilent ? resultIn(envelope) : NO_RESULT;
  const result: Result = own.kind === 'none' ? { kind: 'inline', data: results } : own;
  reading.exit(envelope, run, error ? { status: 'FAILED', error, result } : { status: 'COMPLETED', result });
}

const firstError = (loop: LoopTrack): Failure | undefined =>
  byIndex(loop).find(({ error }) => error !== undefined)?.error;

const inOrder = (loop: LoopTrack): PlainValue[] => byIndex(loop).map(({ result }) => dataOf(result));

const byIndex = (loop: LoopTrack) =>
  [...loop.settled].sort(([a], [b]) => a - b).map(([, settled]) => settled);

/** Nothing is loaded here: a stored result of an iteration is shown by what was extracted from it. */
function dataOf(result: Result): PlainValue {
  if (result.kind === 'inline') return result.data;
  if (result.kind === 'stored')
    return mappingOf([...Object.entries(result.ref.extracted), ['_ref', result.ref.uri]]);
  return null;
}
