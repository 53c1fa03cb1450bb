import type { Draft } from '../build/playbook.ts';
import type { Assignment } from '../model.ts';
import type { NameSuggester } from '../name-suggester.ts';
import type { ProblemCode } from '../problem-codes.ts';
import type { ReportAt } from './rule.ts';
import type { TemplateSite } from './templates/site.ts';

/** What a rule may look at: the model, complete even if there are errors, and its templates. */
export interface CheckContext {
  readonly playbook: Draft;
  /** Every assignment of every step. */
  readonly assignments: readonly Assignment[];
  /** Every template of the playbook that compiles, with what it reads. */
  readonly sites: readonly TemplateSite[];
  /** Names every template can read: the global functions. */
  readonly globalNames: Iterable<string>;
  readonly names: NameSuggester;
  readonly report: ReportAt;
  /** Reports at a character of a template. */
  readonly reportInTemplate: (
    code: ProblemCode,
    site: TemplateSite,
    offset: number,
    message: string,
    hint?: string,
  ) => void;
  /** Keeps the text under a key out of all frames. */
  readonly conceal: (container: object, key: string | number) => void;
}

/** One rule about playbooks. */
export interface CheckRule {
  readonly codes: readonly ProblemCode[];
  check(context: CheckContext): void;
}
