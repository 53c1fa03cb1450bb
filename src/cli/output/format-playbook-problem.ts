import { isError, type Problem } from '../../common/problem.ts';
import type { Paint } from './paint.ts';
import { visible } from './visible.ts';

/** A problem of a playbook as `renderProblem` shows it, in colour where there is some. */
export function formatPlaybookProblem(problem: Problem, paint: Paint): string {
  const mark = isError(problem) ? paint.red : paint.yellow;
  const place = `${problem.file ?? '<playbook>'}:${problem.line}:${problem.column}`;
  const [line = '', caret = ''] = problem.frame.split('\n').map(visible);
  return [
    `${paint.bold(place)}: ${mark(problem.severity)}: ${visible(problem.message)} ${paint.dim(`[${problem.code}]`)}`,
    `  ${withGutter(line, paint, text => text)}`,
    `  ${withGutter(caret, paint, mark)}`,
    ...(problem.hint === undefined ? [] : [`  ${paint.dim('hint:')} ${visible(problem.hint)}`]),
    '',
  ].join('\n');
}

/** `12 | text`: the number steps back, the text is what counts. */
function withGutter(line: string, paint: Paint, mark: (text: string) => string): string {
  const at = line.indexOf('|');
  return `${paint.dim(line.slice(0, at + 1))}${mark(line.slice(at + 1))}`;
}
