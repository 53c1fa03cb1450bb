import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import {
  type CatalogCommandOptions,
  type CatalogListOptions,
  catalogDeleteCommand,
  catalogDiffCommand,
  catalogGetCommand,
  catalogListCommand,
  catalogRestoreCommand,
  catalogVersionsCommand,
} from '../commands/catalog.ts';
import type { ExitCode } from '../exit-code.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
A playbook is named by its path, or as PATH@VERSION. \`noetl register\` adds playbooks.

Examples:
  noetl catalog list --directory shop
  noetl catalog get shop/order@2
  noetl catalog versions shop/order
  noetl catalog diff shop/order 1 2
  noetl catalog delete shop/order@1
  noetl catalog restore shop/order

Exit codes:
  0  done
  2  there is no such playbook or version, or a wrong flag`;

export const defineCatalog: DefineCommand = (program, cli, exitWith) => {
  const group = program
    .command('catalog')
    .summary('look at registered playbooks and their versions')
    .description('Look at registered playbooks and their versions; delete and restore them.')
    .addHelpText('after', HELP);
  defineList(group, cli, exitWith);
  defineReading(group, cli, exitWith);
  defineRemoval(group, cli, exitWith);
  return group;
};

type Define = (group: Command, cli: Cli, exitWith: (code: ExitCode) => void) => void;

const common = (command: Command): Command => command.addOption(dataDirOption()).addOption(outputOption());

const defineList: Define = (group, cli, exitWith) => {
  common(group.command('list'))
    .description('list playbooks, those registered last first')
    .option('--directory <path>', 'only those in a directory, however deep')
    .option('--search <words>', 'only those with these words in path, name, description, tags or labels')
    .option('--all', 'all versions, not only the newest of each path')
    .option('--archived', 'all versions, archived ones too')
    .option('--limit <count>', 'at most so many', '100')
    .option('--before <id>', 'go on behind this id')
    .action(async (options: CatalogListOptions) => exitWith(await catalogListCommand(options, cli)));
};

const defineReading: Define = (group, cli, exitWith) => {
  common(group.command('get'))
    .description('print the text of a playbook; its whole entry with -o json or yaml')
    .argument('<path>', 'PATH or PATH@VERSION')
    .action(async (path: string, options: CatalogCommandOptions) =>
      exitWith(await catalogGetCommand(path, options, cli)),
    );
  common(group.command('versions'))
    .description('list all versions of a path')
    .argument('<path>', 'the path')
    .action(async (path: string, options: CatalogCommandOptions) =>
      exitWith(await catalogVersionsCommand(path, options, cli)),
    );
  common(group.command('diff'))
    .description('show what differs between two versions; without them, the newest and the one before')
    .argument('<path>', 'the path')
    .argument('[from]', 'a version')
    .argument('[to]', 'a version; the newest if not given')
    .action(
      async (
        path: string,
        from: string | undefined,
        to: string | undefined,
        options: CatalogCommandOptions,
      ) => exitWith(await catalogDiffCommand(path, from, to, options, cli)),
    );
};

const defineRemoval: Define = (group, cli, exitWith) => {
  common(group.command('delete'))
    .description('delete a version, or all; those that executions ran are archived')
    .argument('<path>', 'PATH or PATH@VERSION')
    .action(async (path: string, options: CatalogCommandOptions) =>
      exitWith(await catalogDeleteCommand(path, options, cli)),
    );
  common(group.command('restore'))
    .description('bring archived versions back')
    .argument('<path>', 'PATH or PATH@VERSION')
    .action(async (path: string, options: CatalogCommandOptions) =>
      exitWith(await catalogRestoreCommand(path, options, cli)),
    );
};
