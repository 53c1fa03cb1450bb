import { byPlace, type Problem } from '../common/problem.ts';
import { NameSuggester } from './name-suggester.ts';
import type { SourceRange } from './positions.ts';
import { PROBLEM_CODES, type ProblemCode } from './problem-codes.ts';
import type { SourceText } from './read/source-text.ts';

export interface ProblemLogOptions {
  readonly file: string | undefined;
  readonly strict: boolean;
}

/** So many problems of one severity are kept; a text with more gets a note that says how many. */
const MAX_KEPT = 5000;
/** Names in messages come from the text and may be of any length. */
const MAX_MESSAGE = 500;

/** Collects what is wrong with one text. */
export class ProblemLog {
  readonly source: SourceText;
  /** Shared by all who report on this text. */
  readonly names = new NameSuggester();
  readonly #options: ProblemLogOptions;
  readonly #kept: Record<Problem['severity'], Problem[]> = { error: [], warning: [] };
  readonly #seen = new Set<string>();
  readonly #concealed: SourceRange[] = [];
  #left = 0;

  constructor(source: SourceText, options: ProblemLogOptions) {
    this.source = source;
    this.#options = options;
  }

  get hasErrors(): boolean {
    return this.#kept.error.length > 0;
  }

  /** The same problem is reported once per place: an anchor may be used many times. */
  report(code: ProblemCode, offset: number, text: string, hint?: string): void {
    const message = text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
    const { line, column } = this.source.placeOf(offset);
    const key = `${code} ${offset} ${message}`;
    if (this.#seen.has(key)) return;
    const severity = this.#severityOf(code);
    const kept = this.#kept[severity];
    if (kept.length >= MAX_KEPT) {
      this.#left++;
      return;
    }
    this.#seen.add(key);
    const { file } = this.#options;
    const frame = '';
    const name = file === undefined ? {} : { file };
    kept.push({
      severity,
      code,
      message,
      ...name,
      line,
      column,
      frame,
      ...(hint === undefined ? {} : { hint }),
    });
  }

  /** Frames will not show this part of the text. */
  conceal(range: SourceRange): void {
    this.#concealed.push(range);
  }

  /** Sorted by place. */
  get problems(): readonly Problem[] {
    const source = this.source.without(this.#concealed);
    const all = [...this.#kept.error, ...this.#kept.warning]
      .sort(byPlace)
      .map(problem => ({ ...problem, frame: source.frameAt(problem.line, problem.column) }));
    const last = all.at(-1);
    if (this.#left === 0 || last === undefined) return all;
    const message = `${this.#left.toLocaleString('en')} more problems are not shown`;
    return [...all, { ...last, severity: 'warning', code: 'too_many_problems', message }];
  }

  #severityOf(code: ProblemCode): Problem['severity'] {
    const [severity] = PROBLEM_CODES[code];
    return this.#options.strict && code.startsWith('legacy_') ? 'error' : severity;
  }
}
