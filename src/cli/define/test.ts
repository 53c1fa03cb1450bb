import { InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../../common/duration.ts';
import { type TestOptions, testCommand, watchTests } from '../commands/test.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Tests stand in playbooks, under \`tests:\`. They run with the real engine, mocked tools and virtual time:
waits and retries take no time, and nothing is called that is not mocked or allowed. Without PATHS the
playbooks of this folder and those below it are tested.

Examples:
  noetl test                               everything below this folder
  noetl test shop.yaml --filter refund     some tests of one playbook
  noetl test playbooks --junit report.xml  for continuous integration
  noetl test shop.yaml --watch             again whenever it is saved

Exit codes:
  0  every test passed
  1  at least one failed
  2  an invalid playbook, no tests, a wrong flag`;

interface Flags extends Omit<TestOptions, 'bail' | 'passWithNoTests' | 'verbose'> {
  readonly bail?: true;
  readonly passWithNoTests?: true;
  readonly verbose?: true;
  readonly watch?: true;
}

export const defineTest: DefineCommand = (program, cli, exitWith) =>
  program
    .command('test')
    .summary('run the tests of playbooks')
    .description('Run the tests that stand in playbooks.')
    .argument('[paths...]', 'playbooks, or folders of them')
    .option('--filter <text>', 'only tests whose name contains it')
    .option('--bail', 'stop after the first test that fails')
    .option('--watch', 'run again when a playbook changes, or one that it calls')
    .option('--junit <file>', 'also write a JUnit report')
    .addOption(
      new Option('--timeout <duration>', 'real time each test may take')
        .argParser(toMilliseconds)
        .default(10_000, '10s'),
    )
    .option('--pass-with-no-tests', 'succeed also if there are no tests')
    .addOption(new Option('-o, --output <form>', 'how to report').choices(['text', 'json']).default('text'))
    .option('-v, --verbose', 'tell of every test what happened, was called and was printed')
    .addHelpText('after', HELP)
    .action(async (paths: string[], flags: Flags) => {
      const targets = paths.length === 0 ? ['.'] : paths;
      const options: TestOptions = {
        ...flags,
        bail: flags.bail === true,
        passWithNoTests: flags.passWithNoTests === true,
        verbose: flags.verbose === true,
      };
      exitWith(await (flags.watch ? watchTests : testCommand)(targets, options, cli));
    });

function toMilliseconds(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds;
  throw new InvalidArgumentError('It must be a duration such as 30s.');
}
