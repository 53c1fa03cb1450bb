import { renderProblem } from '../../src/common/problem.ts';
import { load } from '../../src/playbook/index.ts';
import type { Playbook } from '../../src/playbook/model.ts';

/** A playbook from the YAML of its workflow (and of anything else at the root); it must load without errors. */
export function playbookFrom(yaml: string): Playbook {
  const { playbook, problems } = load(textOf(yaml), { file: 'test.yaml' });
  if (playbook) return playbook;
  throw new Error(problems.map(renderProblem).join('\n'));
}

/** The whole text of such a playbook. */
export const textOf = (yaml: string): string =>
  `apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: test }\n${unindent(yaml)}`;

function unindent(text: string): string {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const indent = Math.min(...lines.map(line => line.length - line.trimStart().length));
  return lines.map(line => line.slice(indent)).join('\n');
}
