import { migrateCommand } from '../commands/migrate.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Older generations of the language (apiVersion v1, v2 and v10 in all their spellings) still load. This
command rewrites such playbooks in the canonical form, as \`noetl fmt\` does, and lists each spelling it
replaced with what stands there now. A playbook without older spellings is left as it is.

Examples:
  noetl migrate --dry-run shop.yaml    show the difference, change nothing
  noetl migrate playbooks              rewrite a whole folder

Exit codes:
  0  done
  2  wrong flag, file that cannot be read or written, invalid playbook`;

export const defineMigrate: DefineCommand = (program, cli, exitWith) =>
  program
    .command('migrate')
    .summary('replace older spellings in playbooks')
    .description('Replace older spellings in playbooks by the canonical ones.')
    .argument('<paths...>', 'playbooks, or folders of them')
    .option('--dry-run', 'print a unified diff and change nothing')
    .addHelpText('after', HELP)
    .action(async (paths: string[], flags: { readonly dryRun?: true }) => {
      exitWith(await migrateCommand(paths, { dryRun: flags.dryRun === true }, cli));
    });
