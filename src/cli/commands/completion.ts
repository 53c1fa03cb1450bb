import type { Command } from 'commander';
import { openForReading, type Recorded } from '../../compose/read.ts';
import { load } from '../../playbook/index.ts';
import type { Cli } from '../cli.ts';
import { bashScript } from '../completion/bash.ts';
import { type CompletedCommand, commandTable } from '../completion/command-table.ts';
import { fishScript } from '../completion/fish.ts';
import { readPlaybookText } from '../completion/playbook-text.ts';
import { zshScript } from '../completion/zsh.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { listTopics } from '../help/topics.ts';
import { isTopLevel, walkExecutions } from '../inspect/walk-executions.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `noetl completion SHELL`: a script made from the argument table. */
export async function completionCommand(shell: Shell, program: Command, { console }: Cli): Promise<ExitCode> {
  const commands = program.commands.map(command => command.name());
  const topics = (await listTopics()).map(({ name }) => name);
  console.out(SCRIPTS[shell](commandTable(program, { help: [...new Set([...commands, ...topics])] })));
  return EXIT.ok;
}

export const COMPLETED = ['executions', 'steps'] as const;
export type Completed = (typeof COMPLETED)[number];

const MOST_EXECUTIONS = 20;
const NAMED = ['last', 'last~1', 'last~2'];

/**
 * `noetl complete WHAT [SOURCE]`: a word per line, for the scripts. What cannot be found is nothing to offer:
 * an error message in the middle of a command line helps nobody.
 */
export async function completeCommand(
  what: Completed,
  source: string | undefined,
  { dataDir }: { readonly dataDir: string },
  cli: Cli,
): Promise<ExitCode> {
  const words = what === 'executions' ? await executions(dataDir) : await steps(source ?? '', dataDir);
  cli.console.out(words.map(word => `${word}\n`).join(''));
  return EXIT.ok;
}

const executions = (dataDir: string): Promise<readonly string[]> =>
  reading(dataDir, async ({ events }) => {
    const ids: string[] = [];
    for await (const execution of walkExecutions(events)) {
      if (isTopLevel(execution)) ids.push(execution.executionId);
      if (ids.length === MOST_EXECUTIONS) break;
    }
    return [...NAMED.slice(0, ids.length), ...ids];
  });

/** Of a file, or of the playbook that an execution runs. */
async function steps(source: string, dataDir: string): Promise<readonly string[]> {
  const text =
    (await readPlaybookText(source)) ?? (await reading(dataDir, recorded => playbookOf(recorded, source)))[0];
  if (text === undefined) return [];
  return load(text, { file: source }).playbook?.workflow.map(({ name }) => name) ?? [];
}

async function playbookOf(recorded: Recorded, execution: string): Promise<readonly string[]> {
  const { resolveExecution } = await import('../inspect/resolve-execution.ts');
  const { hash } = await resolveExecution(recorded, execution);
  const kept = await recorded.playbooks.find(hash);
  return kept ? [kept.text] : [];
}

/** Nothing where there is no data directory, or nothing of that name in it. */
async function reading(
  dataDir: string,
  read: (recorded: Recorded) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  let recorded: Recorded | undefined;
  try {
    recorded = await openForReading(dataDir);
    return await read(recorded);
  } catch (error) {
    if (error instanceof Error && NOTHING_THERE.has(error.name)) return [];
    throw error;
  } finally {
    await recorded?.close();
  }
}

const NOTHING_THERE: ReadonlySet<string> = new Set(['StoreError', 'ExecutionNotFound']);
