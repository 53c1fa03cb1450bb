import { openLocal } from '../../compose/local.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode, worst } from '../exit-code.ts';
import { type FollowOptions, follow, Trouble } from '../run/follow.ts';
import { withStore } from '../run/with-store.ts';

export interface ResumeOptions extends FollowOptions {
  readonly dataDir: string;
}

/** `noetl resume [ID]`: goes on with executions whose process is gone. */
export function resumeCommand(id: string | undefined, options: ResumeOptions, cli: Cli): Promise<ExitCode> {
  const { console } = cli;
  const trouble = new Trouble();
  return withStore(console, async () => {
    const local = await openLocal({
      dataDir: options.dataDir,
      baseDir: '.',
      env: cli.env,
      onTrouble: trouble.report,
    });
    try {
      const open = await local.stores.events.open();
      if (id !== undefined && !open.includes(id)) return await notOpen(id);
      if (open.length === 0) {
        console.err('nothing to resume: every execution has ended\n');
        return EXIT.ok;
      }
      const recovered = local.engine.recover();
      const codes: ExitCode[] = [];
      for (const executionId of id === undefined ? open : [id]) {
        codes.push(await follow(local, trouble, () => recovered.then(() => executionId), options, cli));
      }
      return worst(codes);
    } finally {
      await local.close();
    }

    async function notOpen(executionId: string): Promise<ExitCode> {
      const summary = await local.stores.events.summary(executionId);
      const why = summary ? `it is ${summary.status}` : 'there is no such execution here';
      console.err(`${console.errPaint.red('error')}: execution ${executionId} cannot be resumed: ${why}\n`);
      console.err('`noetl executions` lists what there is\n');
      return EXIT.usage;
    }
  });
}
