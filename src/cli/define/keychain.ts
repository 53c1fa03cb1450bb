import { type Command, Option } from 'commander';
import {
  type KeychainDeleteOptions,
  type KeychainReadOptions,
  keychainDeleteCommand,
  keychainListCommand,
  keychainShowCommand,
} from '../commands/keychain.ts';
import { dataDirOption, outputOption } from '../inspect/output.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
What \`keychain:\` of a playbook came to is kept, encrypted, until it expires: tokens, and secrets of secret
managers. PLAYBOOK is a path in the catalog (shop/orders, shop/orders@2), its id there, or a file.

Examples:
  noetl keychain list shop/orders
  noetl keychain show shop/orders api        its fields, secret ones masked
  noetl keychain delete shop/orders api      a token was revoked: fetch another one
  noetl keychain list orders.yaml            of executions of a file

Exit codes:
  0  done
  2  there is no such playbook or secret`;

export const defineKeychain: DefineCommand = (program, cli, exitWith) => {
  const group = program
    .command('keychain')
    .summary('look after secrets that playbooks resolved')
    .description('List, show and drop the secrets that playbooks resolved.')
    .addHelpText('after', HELP);
  reading(group.command('list').argument('<playbook>', 'a path in the catalog, its id, or a file'))
    .description('list the secrets of a playbook that are kept, without their values')
    .action(async (playbook: string, options: KeychainReadOptions) =>
      exitWith(await keychainListCommand(playbook, options, cli)),
    );
  reading(named(group.command('show')))
    .description('show which fields a secret has, secret ones masked')
    .action(async (playbook: string, name: string, options: KeychainReadOptions) =>
      exitWith(await keychainShowCommand(playbook, name, options, cli)),
    );
  placed(named(group.command('delete')))
    .description('drop a secret, so that it is resolved anew')
    .action(async (playbook: string, name: string, options: KeychainDeleteOptions) =>
      exitWith(await keychainDeleteCommand(playbook, name, options, cli)),
    );
  return group;
};

const named = (command: Command): Command =>
  command
    .argument('<playbook>', 'a path in the catalog, its id, or a file')
    .argument('<name>', 'the entry of its keychain');

const placed = (command: Command): Command =>
  command
    .option('--execution <id>', 'only what this execution has')
    .addOption(
      new Option('--scope <scope>', 'only those of this scope').choices(['local', 'global', 'shared']),
    )
    .addOption(dataDirOption());

const reading = (command: Command): Command => placed(command).addOption(outputOption());
