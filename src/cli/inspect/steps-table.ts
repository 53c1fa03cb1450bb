import type { StepOfView } from '../../core/view/execution-view.ts';
import { duration } from '../output/duration.ts';
import type { Paint } from '../output/paint.ts';
import { type Cell, table } from '../output/table.ts';
import { statusPaint } from './words.ts';

const HEADER = ['STEP', 'STATE', 'RUN', 'ATTEMPT', 'DURATION', 'PROGRESS'];

/** Steps in the given order, one per line; `steps` may have none of a name: nothing happened to it. */
export function stepsTable(
  names: readonly string[],
  steps: Readonly<Record<string, StepOfView>>,
  now: number,
  paint: Paint,
): string {
  const rows = names.map((name): Cell[] => {
    const step = steps[name];
    if (!step) return [name, { text: 'pending', paint: paint.dim }];
    const { status, run, attempt } = step;
    return [
      name,
      { text: stateText(step), paint: statusPaint(paint, status) },
      run > 0 ? String(run) : '',
      attempt > 0 ? String(attempt) : '',
      durationText(step, now),
      progressText(step),
    ];
  });
  return table(HEADER, rows, paint);
}

/** What a running step is doing, where its command says more than that it runs. */
function stateText({ status, command, run }: StepOfView): string {
  if (command === 'retry') return 'waits to retry';
  if (command === 'parked') return 'waits';
  if (command === 'issued') return 'queued';
  return status === 'SKIPPED' && run === 0 ? 'not reached' : status.toLowerCase();
}

function durationText({ status, entered_at, ended_at }: StepOfView, now: number): string {
  if (entered_at === null || status === 'SKIPPED') return '';
  const until = ended_at === null ? now : Date.parse(ended_at);
  return duration(until - Date.parse(entered_at));
}

export function progressText({ iterations }: StepOfView): string {
  if (!iterations) return '';
  const { total, succeeded, failed, running } = iterations;
  const done = `${succeeded + failed} of ${total} item${total === 1 ? '' : 's'}`;
  return [done, failed > 0 ? `${failed} failed` : '', running > 0 ? `${running} running` : '']
    .filter(part => part !== '')
    .join(', ');
}
