import { Option } from 'commander';
import { type ResumeOptions, resumeCommand } from '../commands/resume.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
An execution whose process was killed, or whose machine went down, goes on where its record ends: what was
recorded is not repeated, what was under way is done again. Without ID all that are open are resumed.

Examples:
  noetl resume                       resume everything that was interrupted
  noetl resume 380488959915995136    resume one execution

Exit codes: as those of \`noetl run\`; 2 if there is no such execution, or it has ended.`;

export const defineResume: DefineCommand = (program, cli, exitWith) =>
  program
    .command('resume')
    .summary('go on with interrupted executions')
    .description('Go on with executions whose process is gone.')
    .argument('[id]', 'the execution')
    .option('--data-dir <dir>', 'where executions are recorded', '.noetl')
    .addOption(
      new Option('-o, --output <form>', 'how to print the result').choices(['text', 'json']).default('text'),
    )
    .option('-q, --quiet', 'print the result only')
    .option('-v, --verbose', 'tell more of what happens')
    .addHelpText('after', HELP)
    .action(async (id: string | undefined, options: ResumeOptions) =>
      exitWith(await resumeCommand(id, options, cli)),
    );
