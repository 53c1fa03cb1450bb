import { Option } from 'commander';
import { type RunOptions, runCommand } from '../commands/run.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
FILE is a YAML playbook (apiVersion: noetl.io/v2, kind: Playbook); \`-\` reads it from standard input.
It runs in this process; nothing else needs to be installed or running. The result is printed on standard
output, what happens on standard error. Everything is recorded in the data directory.

Ctrl-C cancels the execution and waits for it to end; a second Ctrl-C stops at once.

Examples:
  noetl run examples/01-hello.yaml                      run a playbook
  noetl run hello.yaml --set name=Ada --set retries=3   with other input
  noetl run hello.yaml --payload '{"name": "Ada"}'      the same as JSON
  noetl run hello.yaml --ephemeral -o json | jq .result keep nothing, read the result

Exit codes:
  0    completed
  1    failed
  2    the playbook or a flag is wrong; nothing ran
  130  cancelled`;

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export const defineRun: DefineCommand = (program, cli, exitWith) =>
  program
    .command('run')
    .alias('exec')
    .summary('run a playbook file')
    .description('Run a playbook file.')
    .argument('<file>', 'the playbook')
    .option('--set <key=value>', 'set one value of the workload; dots go deeper, may be repeated', collect)
    .option('--payload <json>', 'override the workload with a mapping')
    .option('--input <file>', 'override the workload with a JSON or YAML file')
    .option('--data-dir <dir>', 'where executions are recorded', '.noetl')
    .option('--ephemeral', 'record nothing: keep everything in memory')
    .addOption(
      new Option('-o, --output <form>', 'how to print the result').choices(['text', 'json']).default('text'),
    )
    .option('-q, --quiet', 'print the result only')
    .option('-v, --verbose', 'tell more of what happens')
    .addHelpText('after', HELP)
    .action(async (file: string, options: RunOptions) => exitWith(await runCommand(file, options, cli)));
