import type { ProblemCode } from '../../problem-codes.ts';
import { LIMITS } from './limits.ts';

/** Something wrong with the YAML of a text, found at an offset. */
export class YamlError extends Error {
  readonly code: ProblemCode;
  readonly offset: number;
  readonly hint: string | undefined;

  constructor(code: ProblemCode, offset: number, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.offset = offset;
    this.hint = hint;
  }
}

export const tooLarge = (offset: number, limit: number, what: string): YamlError =>
  new YamlError(
    'yaml_too_large',
    offset,
    `the text has more than ${limit.toLocaleString('en')} ${what}`,
    'keep data in files or a database',
  );

export const tooDeep = (offset: number): YamlError =>
  new YamlError(
    'yaml_too_deep',
    offset,
    `the nesting is deeper than ${LIMITS.depth} levels`,
    'a playbook needs about ten',
  );
