import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PLAYBOOK_SCHEMA } from '../../playbook/schema/index.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { IGNORED, STARTER, STARTER_NAME } from '../init/starter.ts';
import { formatProblem } from '../output/format-problem.ts';

interface NewFile {
  readonly name: string;
  readonly text: string;
  /** What to do where the file is there already. */
  readonly advice: (existing: string) => string | undefined;
}

const leave = () => undefined;

const FILES: readonly NewFile[] = [
  { name: STARTER_NAME, text: STARTER, advice: leave },
  { name: 'noetl.schema.json', text: `${JSON.stringify(PLAYBOOK_SCHEMA, null, 2)}\n`, advice: leave },
  {
    name: '.gitignore',
    text: `${IGNORED}\n`,
    advice: text => (text.split('\n').includes(IGNORED) ? undefined : `add the line ${IGNORED} to it`),
  },
];

/** `noetl init [DIR]`: a playbook to begin with, and what an editor and git need. Nothing is overwritten. */
export async function initCommand(folder: string, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  try {
    await mkdir(folder, { recursive: true });
    for (const file of FILES) console.out(`${await add(join(folder, file.name), file)}\n`);
  } catch (error) {
    const why = `the system answered ${(error as NodeJS.ErrnoException).code}`;
    const problem = {
      file: folder,
      what: 'the folder cannot be written to',
      why,
      fix: 'name another folder',
    };
    console.err(formatProblem(problem, console.errPaint));
    return EXIT.usage;
  }
  console.out(`\nNext:\n${nextCommands(folder)}`);
  return EXIT.ok;
}

/** Fails to write, and not to notice, where a file is there: nobody's work is lost between the two. */
async function add(path: string, { text, advice }: NewFile): Promise<string> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return `created  ${path}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const more = advice(await readFile(path, 'utf8'));
    return `exists   ${path}, left as it is${more === undefined ? '' : `: ${more}`}`;
  }
}

function nextCommands(folder: string): string {
  const playbook = join(folder, STARTER_NAME);
  const shown = /^[\w./-]+$/.test(playbook) ? playbook : `'${playbook.replaceAll("'", `'\\''`)}'`;
  const commands = [
    [`noetl run ${shown} --set name=Ada`, 'run it'],
    [`noetl test ${shown}`, 'run its tests'],
    [`noetl validate ${shown}`, 'find mistakes after you have changed it'],
  ] as const;
  const width = Math.max(...commands.map(([command]) => command.length));
  return commands.map(([command, what]) => `  ${command.padEnd(width)}   ${what}\n`).join('');
}
