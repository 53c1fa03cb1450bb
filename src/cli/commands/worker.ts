import { hostname } from 'node:os';
import { deferred } from '../../common/deferred.ts';
import { levelOf, readServerConfig } from '../../config/server-config.ts';
import { readWorkerConfig, servedPools, slotsOf } from '../../config/worker-config.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { logWorker } from '../server/log-worker.ts';
import { withServerProblems } from '../server/with-problems.ts';

export interface WorkerFlags {
  readonly dataDir: string;
  readonly pool?: string;
  readonly slots?: string;
  readonly name?: string;
  readonly logLevel?: string;
  readonly jsonLog?: boolean;
}

/** `noetl worker`: runs until it is asked to end; asked twice it does not wait for what runs. */
export function workerCommand(flags: WorkerFlags, cli: Cli): Promise<ExitCode> {
  return withServerProblems(cli.console, async () => {
    const stop = deferred<void>();
    const now = deferred<void>();
    let interrupts = 0;
    const stopListening = cli.onInterrupt(() => {
      interrupts += 1;
      (interrupts === 1 ? stop : now).resolve();
    });
    try {
      await run(flags, cli, stop.promise, now.promise);
      return EXIT.ok;
    } finally {
      stopListening();
    }
  });
}

async function run(flags: WorkerFlags, cli: Cli, stop: Promise<void>, now: Promise<void>): Promise<void> {
  const { console, env } = cli;
  const { pools, slots } = { ...readWorkerConfig(env), ...chosen(flags) };
  const level = flags.logLevel === undefined ? readServerConfig(env).logLevel : levelOf(flags.logLevel);
  // Loaded when it is needed: other commands start without it.
  const { openWorker } = await import('../../compose/worker.ts');
  const log = await logWorker(console, level, flags.jsonLog ?? false);
  const { dataDir, name = hostname() } = flags;
  const worker = await openWorker({ dataDir, env, pools, slots, name: nameOf(name), ...log.listeners });
  log.greet(worker.name, { pools, slots, dataDir });
  await stop;
  log.stopping(worker.running);
  await Promise.race([worker.drain(), now]);
  await worker.close();
  log.stopped();
}

const chosen = ({ pool, slots }: WorkerFlags) => ({
  ...(pool === undefined ? {} : { pools: servedPools(pool, '--pool') }),
  ...(slots === undefined ? {} : { slots: slotsOf(slots) }),
});

/** Short, and without what would be confusing in lists. */
const nameOf = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(0, 60) || 'worker';
