import { isMapping, type PlainMapping } from '../../common/plain-value.ts';
import type { Failure } from '../../core/result.ts';
import type { Paint } from '../output/paint.ts';
import { yaml } from '../output/result-form.ts';
import { padToWidth } from '../output/text-width.ts';
import { visible } from '../output/visible.ts';
import type { FoundFailure } from './find-failure.ts';
import { printedLines } from './view/log-tail.ts';

const LOG_LINES = 10;
const MAX_TRACE_LINES = 30;

/** Everything about a failure that helps to mend it: where, which attempt, why, with what, what it printed. */
export function failureReport(
  failure: FoundFailure,
  root: string,
  log: readonly string[],
  paint: Paint,
): string[] {
  const { error } = failure;
  const details = error.details ?? {};
  const trace = traceLines(details);
  return [
    ...entry('step', [stepText(failure, root)], paint),
    ...entry('cause', [causeText(error)], paint),
    ...entry('trace', trace, paint),
    ...entry('config', configLines(details, trace.length > 0), paint),
    ...entry('log', lastLines(log), paint),
  ];
}

const LABEL_WIDTH = 6;

function entry(label: string, lines: readonly string[], paint: Paint): string[] {
  return lines.map((line, index) => {
    const head = index === 0 ? paint.dim(padToWidth(label, LABEL_WIDTH)) : ' '.repeat(LABEL_WIDTH);
    return `  ${head}  ${visible(line)}`.trimEnd();
  });
}

function stepText(
  { step, iteration, executionId, path, attempt, maxAttempts, error }: FoundFailure,
  root: string,
): string {
  const parts = [
    iteration === undefined ? step : `${step}[${iteration}]`,
    ...(error.task === undefined ? [] : [`task ${error.task}`]),
    `attempt ${attempt} of ${maxAttempts}`,
    ...(executionId === root ? [] : [`in playbook ${path}, execution ${executionId}`]),
  ];
  return parts.join(', ');
}

function causeText({ kind, code, statusCode, retryable }: Failure): string {
  const parts = [
    kind,
    ...(statusCode === undefined ? [] : [`HTTP ${statusCode}`]),
    ...(code === undefined ? [] : [code]),
    ...(retryable ? ['another attempt may succeed'] : []),
  ];
  return parts.join(', ');
}

/** The lines of a traceback without its first (what it is) and last (the message, which was told). */
function traceLines({ traceback, stack }: PlainMapping): readonly string[] {
  const text = typeof traceback === 'string' ? traceback : typeof stack === 'string' ? stack : '';
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const inner = /^Traceback/.test(lines[0] ?? '') ? lines.slice(1, -1) : lines;
  return inner.length > MAX_TRACE_LINES ? ['…', ...inner.slice(-MAX_TRACE_LINES)] : inner;
}

/** A trace shows the lines of the code that count; the whole of it would only hide them. */
function configLines({ config }: PlainMapping, hasTrace: boolean): readonly string[] {
  if (!isMapping(config)) return [];
  const shown = Object.entries(config).filter(([key]) => !hasTrace || key !== 'code');
  return shown.length > 0 ? yaml(Object.fromEntries(shown)).split('\n') : [];
}

function lastLines(log: readonly string[]): readonly string[] {
  const lines = log.flatMap(printedLines).filter(line => line.trim() !== '');
  return lines.length > LOG_LINES ? ['…', ...lines.slice(-LOG_LINES)] : lines;
}
