import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import {
  type AddOptions,
  type CredentialOptions,
  credentialAddCommand,
  credentialDeleteCommand,
  credentialGetCommand,
  credentialListCommand,
  credentialRekeyCommand,
  type ListOptions,
} from '../commands/credential.ts';
import type { ExitCode } from '../exit-code.ts';
import { dataDirOption, type InspectOptions, outputOption } from '../inspect/output.ts';
import { alsoSpelt } from './also-spelt.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
A task uses a credential by its name: \`auth: pg_local\`. What it holds is encrypted with the key in
NOETL_ENCRYPTION_KEY, or with one that the data directory keeps in its file \`key\`, and is never shown.

Examples:
  noetl credential add shop --type bearer                 asks for the token, without showing it
  noetl credential add pg_local --from-file pg_local.json {"name", "type", "data"}
  echo "$JSON" | noetl credential add pg_local --type postgres
  noetl credential list
  noetl credential rekey                                  a new key for all of them

Exit codes:
  0  done
  2  there is no such credential, wrong data, or the wrong key`;

export const defineCredential: DefineCommand = (program, cli, exitWith) => {
  const group = program
    .command('credential')
    .summary('store secrets that playbooks name')
    .description('Store the secrets that playbooks name in `auth:` and `keychain:`.')
    .addHelpText('after', HELP);
  defineAdd(group, cli, exitWith);
  defineReading(group, cli, exitWith);
  defineChanging(group, cli, exitWith);
  return group;
};

type Define = (group: Command, cli: Cli, exitWith: (code: ExitCode) => void) => void;

const defineAdd: Define = (group, cli, exitWith) => {
  alsoSpelt(group.command('add'), '-f, --file <file>', 'fromFile')
    .argument('[name]', 'its name; taken from the file if not given')
    .description('store a credential, or replace the one of that name')
    .option('--type <type>', 'postgres, bearer, basic, api_key, oauth2, s3, …; generic if not given')
    .option('--from-file <file>', 'JSON or YAML: {name, type, description, tags, data}, or data alone')
    .option('--data <json>', 'its fields as JSON; stands in the history of your shell')
    .option('--set <field=value...>', 'one field; stands in the history of your shell')
    .option('--description <text>', 'what it is for')
    .option('--tags <list>', 'words to find it by: a,b')
    .addOption(dataDirOption())
    .action(async (name: string | undefined, options: AddOptions) =>
      exitWith(await credentialAddCommand(name, options, cli)),
    );
};

const defineReading: Define = (group, cli, exitWith) => {
  group
    .command('list')
    .description('list credentials, without what they hold')
    .option('--type <type>', 'only those of a type')
    .option('--search <text>', 'only those with this in name, description or tags')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .action(async (options: ListOptions) => exitWith(await credentialListCommand(options, cli)));
  group
    .command('get')
    .argument('<name>', 'the credential')
    .description('show which fields a credential has, secret ones masked')
    .addOption(dataDirOption())
    .addOption(outputOption())
    .action(async (name: string, options: InspectOptions) =>
      exitWith(await credentialGetCommand(name, options, cli)),
    );
};

const defineChanging: Define = (group, cli, exitWith) => {
  group
    .command('delete')
    .argument('<name>', 'the credential')
    .description('delete a credential')
    .addOption(dataDirOption())
    .action(async (name: string, options: CredentialOptions) =>
      exitWith(await credentialDeleteCommand(name, options, cli)),
    );
  group
    .command('rekey')
    .description('encrypt all credentials with a new key')
    .addOption(dataDirOption())
    .action(async (options: CredentialOptions) => exitWith(await credentialRekeyCommand(options, cli)));
};
