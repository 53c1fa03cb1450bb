import { type Command, Option } from 'commander';
import { RUNTIMES } from '../../config/contexts.ts';
import type { RunOptions } from '../commands/run.ts';
import { alsoSpelt } from './also-spelt.ts';
import { collect } from './collect.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
FILE is a YAML playbook (apiVersion: noetl.io/v2, kind: Playbook); \`-\` reads it from standard input. Without
FILE it is ./noetl.yaml, else ./main.yaml. A name without an ending is a file of that name, with or without .yaml,
here or in automation/; if there is none, a step of ./noetl.yaml; else a playbook of the catalog, by its path, with
@VERSION or without. \`catalog://\` before it means the catalog alone. TARGET is the step to start at, the same as --from.

It runs in this process; nothing else needs to be installed or running. The result is printed on standard
output, what happens on standard error: as a live picture on a terminal, line by line elsewhere or with -v.
Everything is recorded in the data directory.

Ctrl-C cancels the execution and waits for it to end; a second Ctrl-C stops at once.

Examples:
  noetl run examples/01-hello.yaml                      run a playbook
  noetl run hello.yaml --set name=Ada --set retries=3   with other input
  noetl run hello.yaml --payload '{"name": "Ada"}'      the same as JSON
  noetl run hello.yaml --dry-run                        check it, say what it would do
  noetl run hello.yaml check                            start at the step \`check\`
  noetl run hello.yaml --ephemeral -o json | jq .result keep nothing, read the result
  noetl run catalog://shop/order@3                      a version of the catalog
  noetl run hello.yaml --remote                         register it on the server and run it there

Exit codes:
  0    completed
  1    failed
  2    the playbook or a flag is wrong; nothing ran
  130  cancelled`;

function olderSpellings(command: Command): Command {
  alsoSpelt(command, '--workload <json>', 'payload');
  return alsoSpelt(command, '-t, --target <step>', 'from');
}

export const defineRun: DefineCommand = (program, cli, exitWith) =>
  olderSpellings(program.command('run'))
    .alias('exec')
    .summary('run a playbook')
    .description('Run a playbook: a file, or one of the catalog.')
    .argument('[file]', 'the playbook: a file, or its name in the catalog')
    .argument('[target]', 'the step to start at')
    .option('--set <key=value>', 'set one value of the workload; dots go deeper, may be repeated', collect)
    .option('--payload <json>', 'override the workload with a mapping')
    .option('-i, --input <file>', 'override the workload with a JSON or YAML file')
    .option('--from <step>', 'start at this step')
    .option('--dry-run', 'check everything, say what would happen first, run and write nothing')
    .option('--timeout <duration>', 'fail after this time, such as 30s, 10m, 2h')
    .option('--strict', 'count warnings as errors')
    .addOption(
      new Option('-r, --runtime <where>', 'run it here, on the server, or as the context says').choices(
        RUNTIMES,
      ),
    )
    .option('--data-dir <dir>', 'where executions are recorded', '.noetl')
    .option('--ephemeral', 'record nothing: keep everything in memory')
    .addOption(
      new Option('-o, --output <form>', 'how to print the result').choices(['table', 'json', 'yaml']),
    )
    .option('-q, --quiet', 'print the result only')
    .option('-v, --verbose', 'tell more of what happens, line by line with times')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, target: string | undefined, options: RunOptions) => {
      const { runCommand } = await import('../commands/run.ts');
      exitWith(await runCommand(file, target, options, cli));
    });
