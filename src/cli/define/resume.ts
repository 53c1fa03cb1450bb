import { Option } from 'commander';
import { type ResumeOptions, resumeCommand } from '../commands/resume.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
An execution that was paused goes on. One whose process was killed, or whose machine went down, goes on where
its record ends: what was recorded is not repeated, what was under way is done again. One that another process
runs is followed. Without ID everything that was interrupted is resumed; what is paused stays so.
ID may be abbreviated; \`last\` is the newest execution.

Examples:
  noetl resume                       resume everything that was interrupted
  noetl resume 380488959915995136    resume one execution

Exit codes: as those of \`noetl run\`; 2 if there is no such execution, or it has ended.`;

export const defineResume: DefineCommand = (program, cli, exitWith) =>
  program
    .command('resume')
    .summary('go on with what is paused or was interrupted')
    .description('Go on with executions that are paused, or whose process is gone.')
    .argument('[id]', 'the execution')
    .option('--data-dir <dir>', 'where executions are recorded', '.noetl')
    .addOption(
      new Option('-o, --output <form>', 'how to print the result').choices(['table', 'json', 'yaml']),
    )
    .option('-q, --quiet', 'print the result only')
    .option('-v, --verbose', 'tell more of what happens')
    .addHelpText('after', HELP)
    .action(async (id: string | undefined, options: ResumeOptions) =>
      exitWith(await resumeCommand(id, options, cli)),
    );
