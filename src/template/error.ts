import { caretFrame, positionAt } from '../common/source-position.ts';
import type { TemplateErrorCode } from './error-codes.ts';

/** Where in the template's source an error belongs. */
export interface ErrorPlace {
  readonly source: string;
  readonly offset: number;
}

/**
 * The only error a template can cause. Its texts name parts of the source (names, operators, types)
 * and never a value, because values may be secrets and errors are written to the log.
 *
 * Values do not know where they came from, so most errors are raised without a place; whoever runs
 * the template adds it with `at`.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly code: TemplateErrorCode;
  /** What is wrong, without place and hint. */
  readonly problem: string;
  /** What to do about it, where that is known. */
  readonly hint: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The source line with a caret below the column. */
  readonly frame: string | undefined;

  constructor(code: TemplateErrorCode, problem: string, hint?: string, place?: ErrorPlace) {
    const position = place && positionAt(place.source, place.offset);
    const frame = place && position && caretFrame(place.source, position);
    super(
      [
        position ? `${problem} (line ${position.line}, column ${position.column})` : problem,
        ...(hint === undefined ? [] : [`hint: ${hint}`]),
        ...(frame === undefined ? [] : [frame]),
      ].join('\n'),
    );
    this.code = code;
    this.problem = problem;
    this.hint = hint;
    this.line = position?.line;
    this.column = position?.column;
    this.frame = frame;
  }

  get isPlaced(): boolean {
    return this.line !== undefined;
  }

  at(place: ErrorPlace): TemplateError {
    return this.isPlaced ? this : new TemplateError(this.code, this.problem, this.hint, place);
  }
}

export function fail(code: TemplateErrorCode, problem: string, hint?: string): never {
  throw new TemplateError(code, problem, hint);
}

export const typeError = (problem: string, hint?: string): never => fail('template_type', problem, hint);

export const valueError = (problem: string, hint?: string): never => fail('template_value', problem, hint);
