import { dirname, resolve } from 'node:path';
import { openLocal } from '../../compose/local.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readPlaybook } from '../input/read-playbook.ts';
import { plural } from '../output/plural.ts';
import { type FollowOptions, follow, Trouble } from '../run/follow.ts';
import { PayloadError, type PayloadOptions, readPayload } from '../run/payload.ts';
import { withStore } from '../run/with-store.ts';

export interface RunOptions extends PayloadOptions, FollowOptions {
  readonly dataDir: string;
  /** Keep nothing. */
  readonly ephemeral?: boolean;
}

/** `noetl run FILE`: runs a playbook in this process and tells what happens. */
export async function runCommand(file: string, options: RunOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  const loaded = await readPlaybook(file, cli);
  if (!loaded) return EXIT.usage;
  if (loaded.warnings > 0 && !options.quiet) {
    console.err(`${plural(loaded.warnings, 'warning')}, shown by \`noetl validate ${file}\`\n`);
  }
  const payload = await readPayload(options).catch((error: unknown) => {
    if (error instanceof PayloadError) return error;
    throw error;
  });
  if (payload instanceof PayloadError) {
    console.err(`${console.errPaint.red('error')}: ${payload.message}\n`);
    return EXIT.usage;
  }
  const { playbook, source } = loaded;
  const path = resolve(source.path ?? 'playbook.yaml');
  const trouble = new Trouble();
  return withStore(console, async () => {
    const local = await openLocal({
      dataDir: options.ephemeral ? undefined : options.dataDir,
      baseDir: dirname(path),
      env: cli.env,
      onTrouble: trouble.report,
    });
    try {
      const begin = () => local.engine.start({ playbook, text: source.text, source: path, payload });
      return await follow(local, trouble, begin, options, cli);
    } finally {
      await local.close();
    }
  });
}
