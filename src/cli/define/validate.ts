import { Option } from 'commander';
import { explainCommand } from '../commands/explain-code.ts';
import { validateCommand } from '../commands/validate.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Reports every mistake of every playbook at once: place, code frame, what is wrong, and what to write
instead. In a folder, all .yaml and .yml files with \`kind: Playbook\` are checked; hidden folders,
node_modules and dist are left out. Without a path it is this folder; \`-\` reads standard input.

Errors make a playbook invalid. Warnings do not: they name older spellings, names that nothing defines,
steps that nothing reaches, and the like. --strict makes them errors.

Examples:
  noetl validate shop.yaml                 one playbook
  noetl validate playbooks --strict        every playbook of a folder, nothing forgiven
  noetl validate . -o json | jq .summary   for scripts
  git show HEAD:shop.yaml | noetl validate -
  noetl validate --explain next_unknown_step

Exit codes:
  0  every playbook is valid
  1  at least one is not
  2  wrong flag, file that cannot be read, folder without playbooks`;

interface Flags {
  readonly strict?: true;
  readonly output: 'text' | 'json';
  readonly verbose?: true;
  readonly explain?: string;
}

export const defineValidate: DefineCommand = (program, cli, exitWith) =>
  program
    .command('validate')
    .summary('find every mistake in playbooks')
    .description('Find every mistake in playbooks, without running them.')
    .argument('[paths...]', 'playbooks, or folders of them')
    .option('--strict', 'count warnings and older spellings as errors')
    .addOption(new Option('-o, --output <format>', 'how to report').choices(['text', 'json']).default('text'))
    .option('-v, --verbose', 'also name the files that are valid, and those that are skipped')
    .option('--explain <code>', 'print what a problem code means, and stop')
    .addHelpText('after', HELP)
    .action(async (paths: string[], flags: Flags) => {
      if (flags.explain !== undefined) return exitWith(await explainCommand(flags.explain, cli));
      const options = {
        strict: flags.strict === true,
        output: flags.output,
        verbose: flags.verbose === true,
      };
      return exitWith(await validateCommand(paths.length === 0 ? ['.'] : paths, options, cli));
    });
