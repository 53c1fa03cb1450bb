import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { VERSION } from '../../common/version.ts';
import { levelOf, readServerConfig } from '../../config/server-config.ts';
import { readWorkerConfig, servedPools, slotsOf, type WorkerConfig } from '../../config/worker-config.ts';
import type { Cli } from '../cli.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import type { Console } from '../output/console.ts';
import { twoInterrupts } from '../server/two-interrupts.ts';
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
    const asked = twoInterrupts(cli);
    try {
      const config = settingsOf(flags, cli);
      const { dataDir, name = hostname() } = flags;
      // Loaded when it is needed: other commands start without it.
      const { openWorker } = await import('../../compose/worker.ts');
      const log = logOf(flags, cli);
      const about = { dataDir, env: cli.env, ...config, name: shortName(name) };
      const worker = await openWorker({ ...about, log, stop: asked.stop });
      if (!worker) return EXIT.ok;
      greet(worker.name, config, dataDir, cli.console);
      await asked.stop;
      await worker.close(asked.now);
      return EXIT.ok;
    } finally {
      asked.end();
    }
  });
}

/** Flags come before the environment. */
const settingsOf = ({ pool, slots }: WorkerFlags, { env }: Cli): WorkerConfig => ({
  ...readWorkerConfig(env),
  ...(pool === undefined ? {} : { pools: servedPools(pool, '--pool') }),
  ...(slots === undefined ? {} : { slots: slotsOf(slots) }),
});

const logOf = ({ logLevel, jsonLog }: WorkerFlags, { console, env }: Cli) => ({
  level: logLevel === undefined ? readServerConfig(env).logLevel : levelOf(logLevel),
  write: (line: string) => console.err(line),
  isReadable: console.terminal !== undefined && !jsonLog,
  hasColour: console.errPaint.enabled,
});

/** Without what would be confusing in lists. */
const shortName = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(0, 60) || 'worker';

function greet(name: string, { pools, slots }: WorkerConfig, dataDir: string, console: Console): void {
  const { bold, dim } = console.outPaint;
  const row = (what: string, value: string) => `  ${dim(what.padEnd(10))} ${value}\n`;
  console.out(
    `${bold(`noetl ${VERSION}`)} works as ${name}\n${row('pools', pools.join(', '))}${row('slots', String(slots))}` +
      `${row('data', resolve(dataDir))}${row('stop', 'Ctrl-C')}`,
  );
}
