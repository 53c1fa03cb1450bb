import type { Coverage, Difference, FileResult, TestResult, TraceLine } from '../../testing/index.ts';
import { duration } from '../output/duration.ts';
import type { Paint } from '../output/paint.ts';
import { plural } from '../output/plural.ts';
import { visible } from '../output/visible.ts';
import { showValue } from './show-value.ts';

export interface TextOptions {
  readonly paint: Paint;
  /** Whether to tell of tests that pass what is told of those that fail. */
  readonly verbose: boolean;
  /** Whether to name what no test reached; of some tests of a playbook that says nothing. */
  readonly coverage: boolean;
}

/** Lines of what happened; of more than these, the first and the last. */
const MOST_TRACE_LINES = 30;

/** The tests of one file: a line each, and for those that fail what is wrong and what happened. */
export function fileReport({ file, tests, coverage }: FileResult, options: TextOptions): string {
  const lines = [options.paint.bold(file)];
  for (const test of tests) lines.push(...testLines(file, test, options));
  if (options.coverage) lines.push(...coverageLines(coverage, options.paint));
  return `${lines.join('\n')}\n\n`;
}

function testLines(file: string, test: TestResult, options: TextOptions): readonly string[] {
  const { paint, verbose } = options;
  const mark = test.passed ? paint.green('✓') : paint.red('✗');
  const head = `  ${mark} ${visible(test.name)}  ${paint.dim(duration(test.took))}`;
  if (test.passed && !verbose) return [head];
  return [head, ...(test.passed ? [] : failureLines(test, paint)), ...storyLines(file, test, options)];
}

function failureLines({ problems, differences }: TestResult, paint: Paint): readonly string[] {
  return [
    ...problems.map(problem => `      ${paint.red(visible(problem))}`),
    ...differences.flatMap(each => differenceLines(each, paint)),
  ];
}

function differenceLines({ path, expected, actual, note }: Difference, paint: Paint): readonly string[] {
  return [
    `      ${paint.bold(visible(path))}`,
    `        expected  ${paint.green(showValue(expected))}`,
    `        actual    ${paint.red(showValue(actual))}`,
    ...(note === undefined ? [] : note.split('\n').map(line => `        ${paint.dim(visible(line))}`)),
  ];
}

function storyLines(file: string, test: TestResult, { paint, verbose }: TextOptions): readonly string[] {
  const lines = ['      what happened'];
  for (const line of shortened(test.trace)) lines.push(`        ${paint.dim(line)}`);
  if (verbose) {
    lines.push(
      '      calls',
      ...test.calls.map(({ place, view }) => `        ${place.step}: ${showValue(view)}`),
    );
    for (const { step, text } of test.printed) lines.push(`        ${step} | ${visible(text)}`);
  } else lines.push(`      again: ${againCommand(file, test.name)}`);
  return lines;
}

function shortened(trace: readonly TraceLine[]): readonly string[] {
  const times = trace.map(({ at }) => `+${duration(at)}`);
  const width = Math.max(0, ...times.map(time => time.length));
  // The lines behind the first show where a template went wrong; the difference above has them.
  const lines = trace.map(
    ({ step, text }, i) => `${times[i]!.padEnd(width)}  ${step} ${visible(text.split('\n', 1)[0] ?? '')}`,
  );
  if (lines.length <= MOST_TRACE_LINES) return lines.length === 0 ? ['nothing'] : lines;
  const half = MOST_TRACE_LINES / 2;
  const left = lines.length - MOST_TRACE_LINES;
  return [...lines.slice(0, half), `… ${plural(left, 'line')} left out`, ...lines.slice(-half)];
}

/** To be pasted into a shell. */
export const againCommand = (file: string, name: string): string =>
  `noetl test ${quoted(file)} --filter ${quoted(name)} --verbose`;

const quoted = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

function coverageLines({ steps, arcs }: Coverage, paint: Paint): readonly string[] {
  const missed = [
    ...(steps.missed.length > 0
      ? [`${steps.missed.length > 1 ? 'steps' : 'step'} ${steps.missed.join(', ')}`]
      : []),
    ...(arcs.missed.length > 0
      ? [`${arcs.missed.length > 1 ? 'arcs' : 'arc'} ${arcs.missed.join(', ')}`]
      : []),
  ];
  return missed.length === 0 ? [] : [`  ${paint.yellow('not reached:')} ${missed.join('; ')}`];
}

/** `2 playbooks, 12 tests: 11 passed, 1 failed in 320 ms`. */
export function summaryLine(files: readonly FileResult[], took: number, paint: Paint): string {
  const tests = files.flatMap(file => file.tests);
  const failed = tests.filter(({ passed }) => !passed).length;
  const passed = tests.length - failed;
  const counts = [
    ...(passed > 0 || failed === 0 ? [paint.green(`${passed} passed`)] : []),
    ...(failed > 0 ? [paint.red(`${failed} failed`)] : []),
  ];
  return `${plural(files.length, 'playbook')}, ${plural(tests.length, 'test')}: ${counts.join(', ')} in ${duration(took)}\n`;
}
