import { schemaCommand } from '../commands/schema.ts';
import type { DefineCommand } from './define-command.ts';

const HELP = `
With it an editor completes keys, shows what they mean and underlines mistakes while you type. It describes
the canonical form only; \`noetl validate\` accepts more, and knows more.

Examples:
  noetl schema > noetl.schema.json
  # then, as the first line of a playbook:
  # yaml-language-server: $schema=./noetl.schema.json

Exit codes:
  0  done`;

export const defineSchema: DefineCommand = (program, cli, exitWith) =>
  program
    .command('schema')
    .summary('print the JSON Schema of playbooks')
    .description('Print the JSON Schema (2020-12) of playbooks, for editors.')
    .addHelpText('after', HELP)
    .action(() => exitWith(schemaCommand(cli)));
