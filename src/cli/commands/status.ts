import { explain } from '../../core/explain.ts';
import { fold } from '../../core/fold/fold.ts';
import { type ExecutionView, executionView } from '../../core/view/execution-view.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { findInterrupted } from '../inspect/interrupted.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { parkedIn } from '../inspect/parked.ts';
import { findPinned, type PinnedPlaybook, readExecution } from '../inspect/recorded-execution.ts';
import { stepsTable } from '../inspect/steps-table.ts';
import { suggest } from '../inspect/suggest.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { preview, statusPaint, timeText } from '../inspect/words.ts';
import { duration } from '../output/duration.ts';
import type { Paint } from '../output/paint.ts';
import { visible } from '../output/visible.ts';

/** `noetl status ID`: an execution on one screen. */
export function statusCommand(id: string, options: InspectOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withRecorded(options, cli, async recorded => {
    const { summary, events } = await readExecution(recorded, id);
    const pinned = await findPinned(recorded, summary);
    const state = fold(events);
    const view = executionView(state);
    const waits = pinned ? explain(pinned.playbook, events).waiting_for : [];
    const isInterrupted = (await findInterrupted(recorded, [summary])).size > 0;
    const next = suggest(view, options, isInterrupted, parkedIn(state));
    const now = cli.clock.now();
    print(console, options.output, { ...asData(view, waits, summary, now), interrupted: isInterrupted }, () =>
      new Screen(console.outPaint, console.outColumns ?? 100, now).text(
        view,
        isInterrupted ? [] : waits,
        pinned,
        summary,
        next,
        isInterrupted,
      ),
    );
    return EXIT.ok;
  });
}

const took = ({ startedAt, endedAt }: ExecutionSummary, now: number): number => (endedAt ?? now) - startedAt;

function asData(view: ExecutionView, waiting_for: readonly string[], summary: ExecutionSummary, now: number) {
  const { workload: _, ctx: __, tokens: ___, ...shown } = view;
  return {
    ...shown,
    duration_seconds: took(summary, now) / 1000,
    parent_execution_id: summary.parentExecutionId ?? null,
    rerun_of: summary.rerunOf ?? null,
    waiting_for,
  };
}

class Screen {
  readonly #paint: Paint;
  readonly #width: number;
  readonly #now: number;

  constructor(paint: Paint, width: number, now: number) {
    this.#paint = paint;
    this.#width = width;
    this.#now = now;
  }

  text(
    view: ExecutionView,
    waits: readonly string[],
    pinned: PinnedPlaybook | undefined,
    summary: ExecutionSummary,
    next: readonly string[],
    isInterrupted: boolean,
  ): string {
    const names = pinned ? pinned.playbook.workflow.map(({ name }) => name) : Object.keys(view.steps);
    const { status, execution_id } = view;
    return [
      `execution ${this.#paint.bold(execution_id)}  ${statusPaint(this.#paint, status)(isInterrupted ? 'interrupted: its process is gone' : status.toLowerCase())}\n`,
      ...this.#about(view, pinned, summary),
      '\n',
      stepsTable(names, view.steps, this.#now, this.#paint),
      ...this.#outcome(view, waits),
      ...(next.length === 0 ? [] : ['\n', ...next.map(command => this.#line('next', command))]),
    ].join('');
  }

  #about(view: ExecutionView, pinned: PinnedPlaybook | undefined, summary: ExecutionSummary): string[] {
    const so_far = summary.endedAt === undefined ? ' so far' : '';
    const source =
      pinned && pinned.source !== view.path ? `  ${this.#paint.dim(visible(pinned.source))}` : '';
    return [
      this.#line('playbook', `${visible(view.path ?? '')} version ${view.version}${source}`),
      this.#line('started', timeText(summary.startedAt)),
      this.#line('duration', `${duration(took(summary, this.#now))}${so_far}`),
      ...(summary.parentExecutionId === undefined ? [] : [this.#line('parent', summary.parentExecutionId)]),
      ...(summary.rerunOf === undefined ? [] : [this.#line('rerun of', summary.rerunOf)]),
    ];
  }

  #outcome({ error, result }: ExecutionView, waits: readonly string[]): string[] {
    const lines = waits.map(wait => this.#line('waits for', visible(wait)));
    const message = error?.message;
    if (typeof message === 'string') {
      for (const [at, line] of message.split('\n').slice(0, 5).entries())
        lines.push(this.#line(at === 0 ? 'error' : '', this.#paint.red(visible(line))));
    }
    if (result !== null) lines.push(this.#line('result', preview(result, Math.max(40, this.#width - 12))));
    return lines.length === 0 ? [] : ['\n', ...lines];
  }

  #line(label: string, text: string): string {
    return `${this.#paint.dim(label.padEnd(10))}${text}\n`;
  }
}
