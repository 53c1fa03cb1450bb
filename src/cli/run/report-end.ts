import type { PlainValue } from '../../common/plain-value.ts';
import type { Result } from '../../core/result.ts';
import type { State } from '../../core/state.ts';
import type { Console } from '../output/console.ts';
import { duration } from '../output/duration.ts';
import { chosenForm, formatResult, json, yaml } from '../output/result-form.ts';
import { visible } from '../output/visible.ts';
import { failureReport } from './failure-report.ts';
import { type FoundFailure, findFailure, loopWithFailedItems } from './find-failure.ts';
import type { Followed, FollowOptions } from './follow.ts';
import { nextCommands } from './next-commands.ts';
import type { RunView } from './view/run-view.ts';

/** Why an execution was cancelled that the user has interrupted. */
export const INTERRUPTED = 'interrupted';

/** The result on standard output, for pipes; how it went on standard error, for people. */
export async function reportEnd(
  state: State,
  view: RunView,
  access: Followed,
  options: FollowOptions,
  console: Console,
): Promise<void> {
  if (!options.quiet) console.err(`${headline(state, console)}\n`);
  if (state.phase.kind === 'failed') await reportFailure(state, view, access, options, console);
  await printResult(state, access, options, console);
}

async function printResult(
  { phase, header }: State,
  access: Followed,
  options: FollowOptions,
  console: Console,
): Promise<void> {
  const data = phase.kind === 'completed' ? await dataOf(phase.result, access) : undefined;
  const form = chosenForm(options.output, console);
  if (form === 'json' || form === 'yaml') {
    const whole = {
      execution_id: header?.executionId ?? '',
      status: phase.kind.toUpperCase(),
      result: data ?? null,
      error: phase.kind === 'failed' ? phase.error : null,
      failed_steps: phase.kind === 'failed' ? phase.failedSteps : [],
    };
    console.out(`${form === 'json' ? json(whole) : yaml(whole)}\n`);
  } else if (data !== undefined && data !== null) {
    console.out(`${formatResult(data, form, console)}\n`);
  }
}

async function reportFailure(
  state: State,
  view: RunView,
  access: Followed,
  options: FollowOptions,
  console: Console,
): Promise<void> {
  if (state.phase.kind !== 'failed') return;
  const paint = console.errPaint;
  console.err(`${paint.red('error')}: ${state.phase.error.message}\n`);
  if (options.quiet) return;
  const failure = findFailure(state, view);
  const log = failure ? await logOf(failure, access) : [];
  const report = failure ? failureReport(failure, view.root, log, paint) : [];
  const next = nextCommands(view.root, failure, options, loopWithFailedItems(view));
  const lines = [
    ...report,
    ...next.map((command, index) => `${index === 0 ? 'next: ' : '      '}${paint.bold(command)}`),
  ];
  if (lines.length > 0) console.err(`${lines.join('\n')}\n`);
}

/** What the last attempt of the failed command printed. */
async function logOf(
  { executionId, commandId }: FoundFailure,
  { stores }: Followed,
): Promise<readonly string[]> {
  if (commandId === undefined) return [];
  await stores.logs.flush();
  const lines = await stores.logs.read({ executionId, commandId });
  const last = Math.max(...lines.map(({ attempt }) => attempt));
  return lines.filter(({ attempt }) => attempt === last).map(({ text }) => text);
}

function headline({ phase, header }: State, console: Console): string {
  const paint = console.errPaint;
  const took = header && 'at' in phase ? ` in ${duration(phase.at - header.startedAt)}` : '';
  const id = paint.dim(`execution ${header?.executionId ?? ''}`);
  switch (phase.kind) {
    case 'completed':
      return `${paint.green('completed')}${took}  ${id}`;
    case 'failed':
      return `${paint.red('failed')}${took}  ${id}`;
    case 'cancelled':
      return `${paint.yellow('cancelled')}${took}${reasonText(phase.reason)}  ${id}`;
    default:
      return `${phase.kind}  ${id}`;
  }
}

/** Whoever has interrupted it knows why. */
const reasonText = (reason: string | undefined): string =>
  reason === undefined || reason === INTERRUPTED ? '' : `: ${visible(reason)}`;

async function dataOf(result: Result, access: Followed): Promise<PlainValue | undefined> {
  switch (result.kind) {
    case 'none':
      return undefined;
    case 'inline':
      return withoutMark(result.data);
    case 'stored':
      return access.follow(result.ref.uri);
    case 'collected':
      return access.follow(result.uri);
  }
}

/** The mark of a pipeline's result is the engine's business. */
function withoutMark(data: PlainValue): PlainValue {
  if (typeof data !== 'object' || data === null || Array.isArray(data) || !('__pipeline' in data))
    return data;
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== '__pipeline'));
}
