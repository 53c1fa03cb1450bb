import { Option } from 'commander';
import { type ExecuteOptions, executeCommand } from '../commands/execute.ts';
import { collect } from './collect.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
PLAYBOOK is the path of a playbook in the server's catalog (\`shop/order\`, \`shop/order@3\`) or a catalog id.
\`noetl register --remote\` puts playbooks there; \`noetl run FILE --remote\` does both.

The id of the execution is printed on standard output. With --wait the result is printed instead when the
execution has ended; with --watch what happens is told meanwhile, as by \`noetl run\`. Then Ctrl-C cancels the
execution; when --timeout is over it goes on, and only the waiting ends.

Examples:
  noetl execute shop/order
  noetl execute shop/order --version 3 --set day=2026-11-16
  noetl execute shop/order --wait --timeout 10m -o json | jq .result
  noetl execute shop/order --watch --server-url http://127.0.0.1:9000

Exit codes:
  0    started; with --wait or --watch: completed
  1    failed, not over in time, or the server does not answer
  2    the server refuses it, or a flag is wrong; nothing ran
  130  cancelled`;

export const defineExecute: DefineCommand = (program, cli, exitWith) =>
  program
    .command('execute')
    .summary('run a playbook of the catalog on a server')
    .description('Run a playbook of the catalog on a server.')
    .argument('<playbook>', 'PATH, PATH@VERSION or a catalog id')
    .option('--version <version>', 'a number, or latest; the newest if not given')
    .option('--set <key=value>', 'set one value of the workload; dots go deeper, may be repeated', collect)
    .option('--payload <json>', 'override the workload with a mapping')
    .option('-i, --input <file>', 'override the workload with a JSON or YAML file')
    .option('--from <step>', 'start at this step')
    .option('--wait', 'wait for the end and print the result')
    .option('--watch', 'also tell what happens meanwhile')
    .option('--timeout <duration>', 'wait no longer than this, such as 30s, 10m, 2h')
    .addOption(
      new Option('-o, --output <form>', 'how to print the result').choices(['table', 'json', 'yaml']),
    )
    .option('-q, --quiet', 'print the id or the result only')
    .option('-v, --verbose', 'with --watch, tell more of what happens')
    .addHelpText('after', HELP)
    .action(async (playbook: string, options: ExecuteOptions) =>
      exitWith(await executeCommand(playbook, options, cli)),
    );
