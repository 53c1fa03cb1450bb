import type { Assignment } from '../model.ts';
import { tasksOf } from '../model-walk.ts';
import { CODE_FIELDS } from '../tool-kinds.ts';
import type { CheckContext, CheckRule } from './context.ts';

/** Roots behind which a variable of any scope is found. */
const SCOPES: readonly string[] = ['ctx', 'vars', 'step', 'iter', 'workload'];

export const namesRead: CheckRule = {
  codes: ['name_never_read'],
  check(context) {
    const reads = collectReads(context);
    if (reads.everything) return;
    for (const assignment of context.assignments) {
      if (isRead(assignment, reads)) continue;
      const name = `${assignment.scope}.${assignment.name}`;
      context.report(
        'name_never_read',
        assignment,
        `\`${name}\` is set and never read`,
        'remove it, or read it somewhere',
      );
    }
  },
};

interface Reads {
  readonly names: ReadonlySet<string>;
  /** Words of program texts, which may read anything. */
  readonly words: ReadonlySet<string>;
  /** Whether some template reads all of `ctx`. */
  readonly everything: boolean;
}

function isRead({ name }: Assignment, { names, words }: Reads): boolean {
  const first = name.split('.', 1)[0]!;
  return [name, first].some(each => names.has(each) || words.has(each));
}

function collectReads({ playbook, sites }: CheckContext): Reads {
  const names = new Set<string>();
  let everything = false;
  for (const { template } of sites) {
    for (const path of template.paths) {
      const [root = '', field, ...more] = path.split('.');
      names.add(root);
      if (!SCOPES.includes(root)) continue;
      if (field === undefined) everything ||= root === 'ctx' || root === 'vars';
      else names.add(field).add([field, ...more].join('.'));
    }
  }
  return { names, words: programWords(playbook.workflow.flatMap(tasksOf)), everything };
}

function programWords(tasks: readonly { readonly config: object }[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { config } of tasks) {
    for (const [key, value] of Object.entries(config)) {
      if (!CODE_FIELDS.has(key) || typeof value !== 'string') continue;
      for (const word of value.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []) words.add(word);
    }
  }
  return words;
}
