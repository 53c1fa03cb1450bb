import { type CallbackOptions, callbackCommand } from '../commands/callback.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
A task with \`callback\` has started something elsewhere, and its step ends when that calls back. This answers in its
place, for those who test, or know what came of it. ID may be abbreviated; \`last\` is the newest execution.

Examples:
  noetl callback last render --data '{"url": "https://example.com/film.mp4"}'
  noetl callback last render --error 'out of disk'

Exit codes:
  0  recorded, or the execution had ended already
  2  there is no such execution, the step is not under way, or --data is no JSON`;

export const defineCallback: DefineCommand = (program, cli, exitWith) =>
  program
    .command('callback')
    .summary('answer for what a step waits to be called back by')
    .description('Answer for what a step waits to be called back by.')
    .argument('<id>', 'the execution')
    .argument('<step>', 'the step')
    .option('--data <json>', 'the result of the step; null if not given')
    .option('--error <text>', 'it failed, and why')
    .option('--iteration <index>', 'which one, if the step loops; from 0 on')
    .option('--data-dir <dir>', 'where executions are recorded', '.noetl')
    .addHelpText('after', HELP)
    .action(async (id: string, step: string, options: CallbackOptions) =>
      exitWith(await callbackCommand(id, step, options, cli)),
    );
