import { assertNever } from '../../../common/assert-never.ts';
import type { Failure } from '../../../core/result.ts';
import { attemptText } from '../../../core/view/attempt-text.ts';
import { countdown, duration } from '../../output/duration.ts';
import { type Line, type Style, spaced, span } from '../../output/line.ts';
import { perSecond, progressBar } from '../../output/progress-bar.ts';
import { cutToWidth, padToWidth } from '../../output/text-width.ts';
import { visible } from '../../output/visible.ts';
import { waitEnds, waitText } from '../wait-text.ts';
import { rateOf, timeLeft } from './loop-rate.ts';
import type { LoopView, StepView } from './step-view.ts';

export interface StepPlace {
  readonly executionId: string;
  /** With which other commands find it. */
  readonly flags: string;
  /** Whether the execution goes on; in one that has ended nothing runs. */
  readonly isLive: boolean;
  readonly now: number;
  readonly width: number;
  /** Cells that the column of names has. */
  readonly nameWidth: number;
}

const SPINNER = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const SPIN_MS = 80;

export const spinner = (now: number): string => SPINNER[Math.floor(now / SPIN_MS) % SPINNER.length] ?? '';

/** One step in one line: sign, name, how long, and what there is to say. */
export function renderStep(view: StepView, place: StepPlace): Line {
  const [sign, style] = signOf(view, place);
  const isQuiet = style === 'dim';
  const name = padToWidth(cutToWidth(view.name, place.nameWidth), place.nameWidth);
  const more = [...notesOf(view), ...statusNotes(view, place)];
  const took = tookText(view, place);
  const column = more.length > 0 && took !== '' ? padToWidth(took, 8) : took;
  return [
    span(`${sign} `, style),
    ...spaced([note(name, isQuiet ? 'dim' : 'plain'), note(column, 'dim'), ...more]),
  ];
}

const SIGNS = {
  pending: ['·', 'dim'],
  retry: ['↻', 'yellow'],
  parked: ['…', 'yellow'],
  offered: ['…', 'yellow'],
  completed: ['✓', 'green'],
  failed: ['✗', 'red'],
  skipped: ['-', 'dim'],
  unreached: ['-', 'dim'],
} as const satisfies Record<string, readonly [string, Style]>;

function signOf({ status }: StepView, { isLive, now }: StepPlace): readonly [string, Style] {
  if (isActive(status.kind) && !isLive) return ['■', 'yellow'];
  const isBusy = status.kind === 'running' || (status.kind === 'parked' && status.on.kind === 'child');
  return isBusy ? [spinner(now), 'yellow'] : SIGNS[status.kind];
}

export const isActive = (kind: StepView['status']['kind']): boolean =>
  kind === 'running' || kind === 'offered' || kind === 'retry' || kind === 'parked';

function tookText({ status, enteredAt, settledAt }: StepView, { now, isLive }: StepPlace): string {
  if (enteredAt === undefined || status.kind === 'skipped') return '';
  if (settledAt !== undefined) return duration(settledAt - enteredAt);
  return isLive ? duration(Math.floor((now - enteredAt) / 100) * 100) : '';
}

const notesOf = ({ run }: StepView): Line[] => (run > 1 ? [note(`run ${run}`, 'dim')] : []);

function statusNotes(view: StepView, place: StepPlace): Line[] {
  const { status } = view;
  if (isActive(status.kind) && !place.isLive) return [note('stopped', 'dim')];
  switch (status.kind) {
    case 'pending':
      return [];
    case 'skipped':
      return [note('skipped', 'dim')];
    case 'unreached':
      return [note('not reached', 'dim')];
    case 'running':
      return view.loop ? [loopProgress(view.loop, place)] : runningNotes(view, place.now);
    case 'offered':
      return [note(offeredText(view.pool), 'yellow')];
    case 'retry':
      return [note(retryText(view, status.at, place.now), 'yellow'), ...errorNote(view.error)];
    case 'parked':
      return parkedNotes(status.on, view.name, place);
    case 'completed':
      return endNotes(view);
    case 'failed':
      return [...endNotes(view), ...errorNote(view.error)];
    default:
      return assertNever(status, 'status of a step');
  }
}

function runningNotes({ attempt, maxAttempts, page, taskRetry }: StepView, now: number): Line[] {
  const notes: Line[] = [];
  if (attempt > 1) notes.push(note(`attempt ${attempt} of ${maxAttempts}`, 'yellow'));
  if (page !== undefined) notes.push(note(`page ${page + 1}`));
  if (taskRetry && taskRetry.availableAt > now) {
    const { task, attempt: failed, maxAttempts: max, availableAt, error } = taskRetry;
    notes.push(
      note(`${task}: ${againText(attemptText(failed, max, error), availableAt - now)}`, 'yellow'),
      ...errorNote(error),
    );
  }
  return notes;
}

const offeredText = (pool: string | undefined): string =>
  pool === undefined ? 'waits for a worker' : `waits for a worker (noetl worker --pool ${pool})`;

const retryText = ({ attempt, maxAttempts, error }: StepView, at: number, now: number): string =>
  againText(attemptText(attempt, maxAttempts, error), at - now);

const againText = (attempt: string, left: number): string => `${attempt}, again in ${countdown(left)}`;

function parkedNotes(
  on: Parameters<typeof waitText>[0],
  step: string,
  { executionId, flags, now }: StepPlace,
): Line[] {
  if (on.kind === 'child') return [note(`runs ${visible(waitText(on))}`, 'dim')];
  if (on.kind === 'time')
    return [note(`waits until ${clock(on.until)}, ${countdown(on.until - now)} left`, 'dim')];
  const ends = waitEnds(on);
  const until = ends === undefined ? '' : ` until ${clock(ends)} (${countdown(ends - now)})`;
  const wake = on.kind === 'signal' ? `signal ${executionId} ${on.name}` : `callback ${executionId} ${step}`;
  return [note(`waits for ${visible(waitText(on))}${until}`), note(`noetl ${wake}${flags}`, 'bold')];
}

/** UTC, as everywhere; the day only says something if the wait is long, and then the countdown does. */
const clock = (at: number): string => `${new Date(at).toISOString().slice(11, 19)}Z`;

function endNotes({ attempt, loop }: StepView): Line[] {
  if (loop) return [note(`${loop.total} ${loop.total === 1 ? 'item' : 'items'}`, 'dim'), ...failedNote(loop)];
  return attempt > 1 ? [note(`attempt ${attempt}`, 'dim')] : [];
}

const failedNote = ({ failed }: LoopView): Line[] => (failed > 0 ? [note(`${failed} failed`, 'red')] : []);

/** `▕████▏ 640/1000 · 2 failed · 3.1k/s · 12s left`, as much of it as there is room for. */
function loopProgress(loop: LoopView, { now, width }: StepPlace): Line {
  const { total, isGrowing, success, failed, waiting, samples } = loop;
  const done = success + failed;
  const rate = rateOf(samples, now);
  // Nobody knows how many rows there are to claim.
  const left = isGrowing ? undefined : timeLeft(total - done, rate);
  const parts = [
    span(isGrowing ? `${done} of ${total} claimed` : `${done}/${total}`),
    ...failedNote(loop).flat(),
    ...(waiting > 0 ? [span(`${waiting} waiting`, 'yellow')] : []),
    ...(rate === undefined ? [] : [span(perSecond(rate), 'dim')]),
    ...(left === undefined || done === total ? [] : [span(`${countdown(left)} left`, 'dim')]),
  ];
  const cells = width >= 100 ? 20 : width >= 70 ? 12 : width >= 50 ? 6 : 0;
  const bar =
    cells === 0 || total === 0 || isGrowing ? [] : [span(`${progressBar(done / total, cells)} `, 'green')];
  return [...bar, ...parts.flatMap((part, index) => (index === 0 ? [part] : [span(' · ', 'dim'), part]))];
}

const errorNote = (error: Failure | undefined): Line[] =>
  error ? [note(visible(error.message.split('\n', 1)[0] ?? ''), 'red')] : [];

const note = (text: string, style: Style = 'plain'): Line => [span(text, style)];
