import type { Step } from '../model.ts';
import { RESERVED_NAMES } from '../reserved-names.ts';
import type { CheckRule } from './context.ts';

/** Names that every task has for itself, or that are constants: a step of that name cannot be read by it. */
const TAKEN = ['input', 'args', 'iter', 'keychain', 'true', 'false', 'none', 'True', 'False', 'None'];

const reserved: ReadonlySet<string> = new Set([...RESERVED_NAMES, ...TAKEN]);

/** What has a reserved name is there, but its bare name means something else. */
export const reservedNames: CheckRule = {
  codes: ['name_reserved'],
  check({ playbook, report }) {
    for (const step of playbook.workflow) {
      if (reserved.has(step.name)) {
        const message = `\`{{ ${step.name} }}\` is not the result of this step: the name has a meaning of its own`;
        report(
          'name_reserved',
          [step, 'name'],
          message,
          `name it differently, or read \`steps.${step.name}\``,
        );
      }
      const iterator = iteratorOf(step);
      if (!iterator) continue;
      const message = `\`{{ ${iterator.name} }}\` is not the item of this loop: the name has a meaning of its own`;
      report(
        'name_reserved',
        [iterator.loop, 'iterator'],
        message,
        `name it differently, or read \`iter.${iterator.name}\``,
      );
    }
  },
};

function iteratorOf(step: Step) {
  if (step.kind !== 'loop' || !reserved.has(step.loop.iterator)) return undefined;
  return { loop: step.loop, name: step.loop.iterator };
}
