import { readFile } from 'node:fs/promises';
import { nearestName } from '../../common/nearest-name.ts';
import { PROBLEM_CODES, type ProblemCode } from '../../playbook/index.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { documentPath } from '../input/package-files.ts';

/** `noetl validate --explain CODE`: the page of a problem code, or at least its sentence. */
export async function explainCommand(code: string, { console }: Cli): Promise<ExitCode> {
  if (!Object.hasOwn(PROBLEM_CODES, code)) {
    const near = nearestName(code, Object.keys(PROBLEM_CODES));
    console.err(`${console.errPaint.red('error')}: there is no problem code '${code}'\n`);
    if (near !== undefined) console.err(`(Did you mean ${near}?)\n`);
    return EXIT.usage;
  }
  console.out(await page(code as ProblemCode));
  return EXIT.ok;
}

async function page(code: ProblemCode): Promise<string> {
  const path = documentPath(`docs/reference/problems/${code}.md`);
  try {
    return await readFile(path, 'utf8');
  } catch {
    const [severity, meaning] = PROBLEM_CODES[code];
    return `${code} (${severity})\n\n${meaning}\n`;
  }
}
