import type { Problem } from '../../common/problem.ts';
import { isCatalogReference } from '../../playbook/catalog/catalog-reference.ts';
import { STDIN, STDIN_NAME } from '../input/read-source.ts';
import type { Console } from '../output/console.ts';
import { plural } from '../output/plural.ts';
import { visible } from '../output/visible.ts';

/** Warnings that a run shows; whoever wants all of them asks `noetl validate`. */
const MOST_SHOWN = 3;

/**
 * Says in a line each what may be a mistake, for a misspelt name gives nothing and lets a run succeed. Older
 * spellings do what they always did: they are counted.
 */
export function tellWarnings(problems: readonly Problem[], file: string, console: Console): void {
  const shown = problems.filter(({ code }) => !code.startsWith('legacy_')).slice(0, MOST_SHOWN);
  for (const problem of shown) console.err(`${warningLine(problem, console)}\n`);
  const others = problems.length - shown.length;
  if (others === 0) return;
  const counted = plural(others, shown.length === 0 ? 'warning' : 'more warning');
  console.err(`${counted}, shown by \`${commandToShow(file)}\`\n`);
}

function warningLine({ file, line, column, message, hint }: Problem, { errPaint }: Console): string {
  const place = errPaint.bold(`${file ?? '<playbook>'}:${line}:${column}`);
  const advice = hint === undefined ? '' : `; ${hint}`;
  return `${place}: ${errPaint.yellow('warning')}: ${visible(`${message}${advice}`)}`;
}

const commandToShow = (file: string): string =>
  isCatalogReference(file)
    ? `noetl run ${file} --dry-run`
    : `noetl validate ${file === STDIN_NAME ? STDIN : file}`;
