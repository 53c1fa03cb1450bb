import type { Event, LoopStart, RunId } from '../event.ts';

/** One run of a step as a log tells it. */
export interface RecordedRun extends RunId {
  /** The runs whose arcs led to it; none for the entry and the final step. */
  readonly from: readonly RunId[];
  readonly isFinal: boolean;
  /** Of a loop: how many iterations. */
  readonly total: number | undefined;
  /** Its items were claimed: whoever repeats it claims anew. */
  readonly isClaimed: boolean;
  /** Undefined: the execution ended before the run did. */
  outcome: 'completed' | 'failed' | 'skipped' | undefined;
  /** A loop that was cut short because the execution was failing. */
  isCutShort: boolean;
  /** Its failure ended the execution. */
  isFatal: boolean;
}

export const keyOf = ({ step, run }: RunId): string => `${step}#${run}`;

/** The runs of a log in the order in which they were entered. */
export function recordedRuns(events: readonly Event[]): ReadonlyMap<string, RecordedRun> {
  const runs = new Map<string, RecordedRun>();
  for (const event of events) {
    switch (event.type) {
      case 'step.enter':
        runs.set(keyOf(event), entered(event, event.arrivals, event.loop));
        break;
      case 'step.skipped':
        if (event.why.reason !== 'unreached') {
          const { run, arrivals } = event.why;
          const skipped = entered({ step: event.step, run }, arrivals, undefined);
          runs.set(keyOf(skipped), { ...skipped, outcome: 'skipped' });
        }
        break;
      case 'step.exit':
        note(runs, event, run => {
          run.outcome = event.outcome.status === 'COMPLETED' ? 'completed' : 'failed';
        });
        break;
      case 'iterator_completed':
        note(runs, event, run => {
          run.isCutShort = event.stats.skipped > 0;
        });
        break;
      case 'next.evaluated':
        note(runs, event, run => {
          run.isFatal = event.failure === 'fatal';
        });
        break;
      default:
    }
  }
  return runs;
}

function note(runs: ReadonlyMap<string, RecordedRun>, id: RunId, change: (run: RecordedRun) => void): void {
  const run = runs.get(keyOf(id));
  if (run) change(run);
}

function entered(
  { step, run }: RunId,
  arrivals: readonly { readonly from: RunId | undefined }[],
  loop: LoopStart | undefined,
): RecordedRun {
  const from = arrivals.flatMap(arrival => (arrival.from ? [arrival.from] : []));
  // Nothing leads to the final step; the entry has an arrival from nowhere.
  return {
    step,
    run,
    from,
    isFinal: arrivals.length === 0,
    total: loop?.total,
    isClaimed: loop?.cursor !== undefined,
    outcome: undefined,
    isCutShort: false,
    isFatal: false,
  };
}
