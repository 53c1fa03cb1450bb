import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readPlaybook } from '../input/read-playbook.ts';
import { plural } from '../output/plural.ts';

/** `noetl run FILE`: reads and validates the playbook, and says plainly that nothing is executed yet. */
export async function runCommand(file: string, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  const loaded = await readPlaybook(file, cli);
  if (!loaded) return EXIT.usage;
  const { source, playbook, warnings } = loaded;
  const steps = plural(playbook.workflow.length, 'step');
  console.out(`${source.file}: ${console.outPaint.green('valid')} (${playbook.metadata.name}, ${steps})\n`);
  if (warnings > 0) {
    console.err(`${plural(warnings, 'warning')}, shown by \`noetl validate ${file}\`\n`);
  }
  console.err('This version validates only, it does not execute yet.\n');
  return EXIT.ok;
}
