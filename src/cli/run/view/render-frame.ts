import { duration } from '../../output/duration.ts';
import { fitLine, type Line, spaced, span } from '../../output/line.ts';
import { textWidth } from '../../output/text-width.ts';
import { visible } from '../../output/visible.ts';
import { arrangeRows, type Row } from './arrange-rows.ts';
import type { LogTail, TailLine } from './log-tail.ts';
import { isActive, renderStep, type StepPlace, spinner } from './render-step.ts';
import type { ExecutionView, RunView } from './run-view.ts';
import type { StepView } from './step-view.ts';

export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** Something to say beside what the execution says, such as that it is being cancelled. */
export type Notice = string | undefined;

/** At most this part of the screen is for what commands print. */
const LOG_PART = 4;
const MAX_LOG_LINES = 6;
/** Children of one step that are shown at a time. */
const MAX_CHILDREN = 4;

/** The picture of an execution under way: no more rows and columns than the terminal has. */
export function renderFrame(
  view: RunView,
  tail: LogTail,
  notice: Notice,
  now: number,
  size: FrameSize,
): Line[] {
  const root = view.execution();
  if (!root) return [];
  const logs = logLines(view, tail, Math.min(MAX_LOG_LINES, Math.floor(size.height / LOG_PART)));
  // One row stays free: a terminal that shows a line in its last row may scroll.
  const rowsLeft = Math.max(1, size.height - 2 - logs.length);
  const rows = arrangeRows(treeOf(view, root, now, size.width), rowsLeft);
  return [headerLine(root, notice ?? stateText(root, view.flags), now), ...rows, ...logs].map(line =>
    fitLine(line, size.width),
  );
}

/** The picture that stays: everything that ran, however many rows it takes, up to a limit. */
export function renderFinalFrame(view: RunView, now: number, width: number): Line[] {
  const root = view.execution();
  if (!root) return [];
  const rows = treeOf(view, root, now, width).filter(({ weight }) => weight !== 'pending');
  return arrangeRows(rows, MAX_FINAL_ROWS).map(line => fitLine(line, width));
}

const MAX_FINAL_ROWS = 200;

function headerLine(root: ExecutionView, state: Notice, now: number): Line {
  return [
    span(`${spinner(now)} `, 'yellow'),
    ...spaced([
      [span(visible(root.path), 'bold')],
      [span(duration(Math.floor((now - root.startedAt) / 100) * 100), 'dim')],
      [span(`execution ${root.executionId}`, 'dim')],
      state === undefined ? [] : [span(state, 'yellow')],
    ]),
  ];
}

function stateText({ isPaused, queuedFor, executionId }: ExecutionView, flags: string): Notice {
  if (isPaused) return `paused, go on: noetl resume ${executionId}${flags}`;
  return queuedFor === undefined ? undefined : `waits for its place (concurrency key ${visible(queuedFor)})`;
}

function treeOf(view: RunView, execution: ExecutionView, now: number, width: number, indent = ''): Row[] {
  const steps = [...execution.steps.values()];
  const place: StepPlace = {
    executionId: execution.executionId,
    flags: view.flags,
    isLive: execution.phase.kind === 'in_progress',
    now,
    width,
    nameWidth: nameWidthOf(steps, width),
  };
  return steps.flatMap(step => [
    { line: [span(indent), ...renderStep(step, place)], weight: weightOf(step) },
    ...childRows(view, execution, step, now, width, `${indent}  `),
  ]);
}

/** Names share a column, unless one is so long that nothing would be left for the rest. */
const nameWidthOf = (steps: readonly StepView[], width: number): number =>
  Math.min(Math.max(...steps.map(({ name }) => textWidth(name)), 1), Math.max(12, Math.floor(width * 0.4)));

/** The playbooks that a step waits for, and those that made it fail. */
function childRows(
  view: RunView,
  { executionId }: ExecutionView,
  step: StepView,
  now: number,
  width: number,
  indent: string,
): Row[] {
  if (!isActive(step.status.kind) && step.status.kind !== 'failed') return [];
  const children = view.childrenOf(executionId, step.name);
  const rows = children
    .slice(0, MAX_CHILDREN)
    .flatMap(child => [
      ...(child.parent?.iteration === undefined ? [] : [iterationRow(child, child.parent.iteration, indent)]),
      ...treeOf(
        view,
        child,
        now,
        width,
        `${indent}${child.parent?.iteration === undefined ? '' : '  '}`,
      ).filter(({ weight }) => step.status.kind !== 'failed' || weight === 'active'),
    ]);
  const more = children.length - MAX_CHILDREN;
  if (more <= 0) return rows;
  return [...rows, { line: [span(`${indent}… ${more} more playbooks under way`, 'dim')], weight: 'active' }];
}

const iterationRow = ({ path }: ExecutionView, iteration: number, indent: string): Row => ({
  line: [span(`${indent}[${iteration}] `), span(visible(path), 'dim')],
  weight: 'active',
});

function weightOf({ status }: StepView): Row['weight'] {
  if (status.kind === 'pending' || status.kind === 'unreached') return 'pending';
  return isActive(status.kind) || status.kind === 'failed' ? 'active' : 'done';
}

function logLines(view: RunView, tail: LogTail, count: number): Line[] {
  const isRunning = ({ executionId, step }: TailLine) =>
    isActive(view.execution(executionId)?.steps.get(step)?.status.kind ?? 'pending');
  const lines = tail.newest(count, isRunning);
  return lines.map(({ step, text }) => [span('│ ', 'dim'), span(`${step}  `, 'dim'), span(text)]);
}
