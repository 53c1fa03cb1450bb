import { fmtCommand } from '../commands/fmt.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Writes each playbook back in its one canonical form: fixed order of keys, short forms, defaults left out,
quotes where they are needed, older spellings replaced. Comments stay with what they describe. The result
means the same, which is checked before anything is written; doing it twice changes nothing more.

The names of changed files are printed. A playbook with errors is left alone. Files keep their permissions
and line ends, and are replaced in one step. \`-\` formats standard input to standard output.

Anchors, aliases and merges are written out. Keys that mean nothing stay where they are.

Examples:
  noetl fmt shop.yaml
  noetl fmt playbooks
  noetl fmt --check playbooks    in continuous integration
  noetl fmt - < shop.yaml        in an editor

Exit codes:
  0  done; with --check: nothing would change
  1  with --check: the files that are named would change
  2  wrong flag, file that cannot be read or written, invalid playbook`;

interface Flags {
  readonly check?: true;
  readonly stdout?: true;
}

export const defineFmt: DefineCommand = (program, cli, exitWith) =>
  program
    .command('fmt')
    .summary('write playbooks in canonical form')
    .description('Write playbooks in canonical form.')
    .argument('<paths...>', 'playbooks, or folders of them')
    .option('--check', 'change nothing; name the files that would change')
    .option('--stdout', 'print the result instead of writing it back')
    .addHelpText('after', HELP)
    .action(async (paths: string[], flags: Flags) => {
      const options = { check: flags.check === true, stdout: flags.stdout === true };
      exitWith(await fmtCommand(paths, options, cli));
    });
