import { type SignalOptions, signalCommand } from '../commands/signal.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
A step of kind \`signal\` or \`approval\` waits for it, and its data is the step's result. A signal that nobody
waits for yet is kept. ID may be abbreviated; \`last\` is the newest execution.

Examples:
  noetl signal last approve
  noetl signal 380488959915995136 approve --data '{"by": "kim"}'

Exit codes:
  0  recorded, or the execution had ended already
  2  there is no such execution, or --data is no JSON`;

export const defineSignal: DefineCommand = (program, cli, exitWith) =>
  program
    .command('signal')
    .summary('give an execution what it waits for')
    .description('Give an execution what it waits for.')
    .argument('<id>', 'the execution')
    .argument('<name>', 'the signal')
    .option('--data <json>', 'what the waiting step gets; null if not given')
    .option('--data-dir <dir>', 'where executions are recorded', '.noetl')
    .addHelpText('after', HELP)
    .action(async (id: string, name: string, options: SignalOptions) =>
      exitWith(await signalCommand(id, name, options, cli)),
    );
