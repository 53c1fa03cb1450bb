import type { PlainMapping } from '../../common/plain-value.ts';
import type { Recorded, ViewAt } from '../../compose/read.ts';
import { type ExecutionView, executionView } from '../../core/view/execution-view.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { loadResults } from '../inspect/load-results.ts';
import { type FoundMoment, findMoment } from '../inspect/moment.ts';
import { type InspectOptions, print } from '../inspect/output.ts';
import { resolveExecution } from '../inspect/resolve-execution.ts';
import { stepsTable } from '../inspect/steps-table.ts';
import { withRecorded } from '../inspect/with-recorded.ts';
import { preview, statusPaint, timeText } from '../inspect/words.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';
import type { Paint } from '../output/paint.ts';
import { visible } from '../output/visible.ts';

export interface StateOptions extends InspectOptions {
  readonly at: string;
  /** Whole values, and those that are stored. */
  readonly full?: boolean;
}

/** `noetl state ID --at EVENT`: an execution as it was just after an event. */
export function stateCommand(id: string, options: StateOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  return withRecorded(options, cli, async recorded => {
    const { executionId } = await resolveExecution(recorded, id);
    const { moment, view } = await viewAt(recorded, executionId, options.at, options.full ?? false);
    const data = { at: asData(moment), ...view };
    print(console, options.output, data, () =>
      asText(view, moment, console.outPaint, options.full ? Number.POSITIVE_INFINITY : 100),
    );
    return EXIT.ok;
  });
}

/** An execution as it was at a moment; `full`: with the values behind references. */
export async function viewAt(
  recorded: Recorded,
  executionId: string,
  text: string,
  full: boolean,
): Promise<ViewAt> {
  if (recorded.viewAt) return recorded.viewAt(executionId, text, full);
  const moment = findMoment(await recorded.events.read(executionId), text);
  const state = await recorded.stateAt(executionId, { event: moment.eventId });
  if (!state) throw new WrongRequest(`execution ${executionId} has no event ${moment.eventId} any more`);
  return { moment, view: executionView(state, full ? await loadResults(recorded, state) : undefined) };
}

export const asData = ({ eventId, version, at }: FoundMoment) => ({
  event_id: eventId,
  version,
  time: new Date(at).toISOString(),
});

function asText(view: ExecutionView, moment: FoundMoment, paint: Paint, most: number): string {
  const { execution_id, status, steps, tokens } = view;
  const names = Object.keys(steps);
  const waiting = tokens.map(
    ({ target, from }) => `  ${visible(target)}${from === null ? '' : ` after ${visible(from)}`}\n`,
  );
  return [
    `execution ${paint.bold(execution_id)}  ${statusPaint(paint, status)(status.toLowerCase())}\n`,
    paint.dim(`after event ${moment.eventId}, version ${moment.version}, ${timeText(moment.at)}\n`),
    ...(names.length === 0 ? [] : ['\n', stepsTable(names, steps, moment.at, paint)]),
    ...section('to start next', waiting, paint),
    ...section('workload', values(view.workload, most), paint),
    ...section('ctx', values(view.ctx, most), paint),
    ...section('results', resultsOf(view, most), paint),
    ...section('error', view.error ? [`  ${visible(String(view.error.message))}\n`] : [], paint),
    ...section('result', view.result === null ? [] : [`  ${preview(view.result, most)}\n`], paint),
  ].join('');
}

const section = (title: string, lines: readonly string[], paint: Paint): string[] =>
  lines.length === 0 ? [] : ['\n', `${paint.bold(title)}\n`, ...lines];

const values = (mapping: PlainMapping, most: number): string[] =>
  Object.entries(mapping).map(([name, value]) => `  ${visible(name)} = ${preview(value, most)}\n`);

const resultsOf = ({ steps }: ExecutionView, most: number): string[] =>
  Object.entries(steps).flatMap(([name, { result, error }]) => [
    ...(result === null ? [] : [`  ${visible(name)} = ${preview(result, most)}\n`]),
    ...(error ? [`  ${visible(name)} failed: ${preview(error.message, most)}\n`] : []),
  ]);
