/** Something wrong, or worth knowing, about a text that a user wrote. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  /** Stable; each code has a page in `docs/reference/problems`. */
  readonly code: string;
  /** What is wrong, in one sentence without a final full stop. */
  readonly message: string;
  readonly file?: string;
  /** Line and column count from 1, as editors do; the column counts UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** The line of the text with a caret below the column. */
  readonly frame: string;
  /** What to write instead, where that is known. */
  readonly hint?: string;
}

/**
 * A problem as plain text:
 *
 *     shop.yaml:12:9: error: no step is called `validate_result` [next_unknown_step]
 *       12 |   next: validate_result
 *          |         ^
 *       hint: did you mean `validate_results`?
 */
export function renderProblem(problem: Problem): string {
  const place = `${problem.file ?? '<playbook>'}:${problem.line}:${problem.column}`;
  return [
    `${place}: ${problem.severity}: ${problem.message} [${problem.code}]`,
    ...problem.frame.split('\n').map(line => `  ${line}`),
    ...(problem.hint === undefined ? [] : [`  hint: ${problem.hint}`]),
  ].join('\n');
}

export const isError = (problem: Problem): boolean => problem.severity === 'error';

/** By place, errors before warnings at the same place. */
export function byPlace(a: Problem, b: Problem): number {
  return (
    a.line - b.line ||
    a.column - b.column ||
    Number(isError(b)) - Number(isError(a)) ||
    (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
  );
}
