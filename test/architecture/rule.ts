import type { SourceFile } from './scan-source.ts';

/** One property of the code that a reader may rely on. */
export interface Rule {
  readonly title: string;
  /** Printed with every violation: whoever breaks the rule by accident learns what it protects. */
  readonly why: string;
  violations(file: SourceFile): readonly string[];
}

/** All violations of a rule, as a text for the person who caused them; '' if there are none. */
export function judge(rule: Rule, files: readonly SourceFile[]): string {
  const found = files.flatMap(file => rule.violations(file).map(text => `  ${file.path}${text}`));
  return found.length === 0 ? '' : [`${rule.title}.`, `Why: ${rule.why}`, ...found].join('\n');
}
