import { Option } from 'commander';
import { type RerunOptions, rerunCommand } from '../commands/rerun.ts';
import { collect } from './collect.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
A rerun is a new execution that is linked to the old one. Without more everything runs again with the same
workload. With --from, that step and everything that came of it runs again; with --only-failed, whatever
failed or never ended. What is not repeated is taken over with its results and variables, by reference.
ID may be abbreviated; \`last\` is the newest execution.

Examples:
  noetl rerun last                                 all of it
  noetl rerun last --only-failed                   what failed, and what comes after it
  noetl rerun last --from load                     the step 'load' and what comes after it
  noetl rerun last --from fetch --only-failed      of the loop 'fetch', the iterations that failed
  noetl rerun last --from fetch --iteration 17     of the loop 'fetch', one iteration
  noetl rerun last --only-failed --skip notify     without the step 'notify'
  noetl rerun last --from load --latest            with the playbook as its file is now
  noetl rerun last --set since=2026-01-01          with another workload

Exit codes: as those of \`noetl run\`; 2 if it cannot be done: nothing ran.`;

export const defineRerun: DefineCommand = (program, cli, exitWith) =>
  program
    .command('rerun')
    .summary('run an execution again, all of it or from some point on')
    .description('Run an execution again as a new one, all of it or from some point on.')
    .argument('<id>', 'the execution')
    .option('--from <step>', 'the step to run again, with all that came of it; `step#2`: its second run')
    .option('--only-failed', 'only what failed or never ended')
    .option('--iteration <index>', 'of the loop named by --from, only this one; may be repeated', collect)
    .option('--skip <step>', 'do not run this step; may be repeated', collect)
    .option('--set <key=value>', 'change one value of the workload; dots go deeper, may be repeated', collect)
    .option('--payload <json>', 'change the workload with a mapping')
    .option('-i, --input <file>', 'change the workload with a JSON or YAML file')
    .option('--latest', 'run the playbook as its file is now')
    .option('--data-dir <dir>', 'where executions are recorded', '.noetl')
    .addOption(
      new Option('-o, --output <form>', 'how to print the result').choices(['table', 'json', 'yaml']),
    )
    .option('-q, --quiet', 'print the result only')
    .option('-v, --verbose', 'tell more of what happens')
    .addHelpText('after', HELP)
    .action(async (id: string, options: RerunOptions) => exitWith(await rerunCommand(id, options, cli)));
