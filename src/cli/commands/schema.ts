import { PLAYBOOK_SCHEMA } from '../../playbook/schema/index.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';

/** `noetl schema`: the JSON Schema of playbooks, for editors. */
export function schemaCommand({ console }: Cli): ExitCode {
  console.out(`${JSON.stringify(PLAYBOOK_SCHEMA, null, 2)}\n`);
  return EXIT.ok;
}
