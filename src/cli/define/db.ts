import { type DbPathOptions, dbInitCommand, dbPathCommand, dbValidateCommand } from '../commands/db.ts';
import { dataDirOption, type InspectOptions, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
Every command that writes creates the database, and brings it to its own version, by itself: \`init\` is for those who
want to see it done before. Nothing is lost by doing it twice.

Examples:
  noetl db init --data-dir /var/lib/noetl
  noetl db validate
  noetl db validate --remote -o json
  sqlite3 -readonly "$(noetl db path)"

Exit codes:
  0  it is as it should be
  1  it is damaged, of another version, or lacks something; or there is none`;

export const defineDb: DefineCommand = (program, cli, exitWith) => {
  const group = program
    .command('db')
    .summary('create and check the database')
    .description('Create and check the database of a data directory.')
    .addHelpText('after', HELP);
  group
    .command('init')
    .description('create the database, or bring it to this version')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .action(async (options: InspectOptions) => exitWith(await dbInitCommand(options, cli)));
  group
    .command('validate')
    .description('say whether it is whole, of this version, and has all tables')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .action(async (options: InspectOptions) => exitWith(await dbValidateCommand(options, cli)));
  group
    .command('path')
    .description('print the path of its file')
    .addOption(dataDirOption())
    .action(async (options: DbPathOptions) => exitWith(await dbPathCommand(options, cli)));
  return group;
};
