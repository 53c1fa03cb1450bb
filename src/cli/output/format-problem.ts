import type { Paint } from './paint.ts';

/** Something wrong with a file the user wrote, told so that it can be mended without reading our code. */
export interface FileProblem {
  readonly file: string;
  /** Both count from 1, as editors do. Absent when the problem is the file as a whole. */
  readonly at?: { readonly line: number; readonly column: number };
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

export function formatProblem(problem: FileProblem, paint: Paint): string {
  const place = problem.at ? `${problem.file}:${problem.at.line}:${problem.at.column}` : problem.file;
  return [
    `${paint.bold(place)}: ${paint.red('error')}: ${problem.what}`,
    `  ${paint.dim('why:')} ${problem.why}`,
    `  ${paint.dim('fix:')} ${problem.fix}`,
    '',
  ].join('\n');
}
