import { resolve } from 'node:path';
import { VERSION } from '../../common/version.ts';
import type { WorkerProcessOptions } from '../../compose/worker.ts';
import type { LogLevel } from '../../config/server-config.ts';
import type { Console } from '../output/console.ts';

type Listeners = Pick<WorkerProcessOptions, 'onConnected' | 'onLost' | 'onStart' | 'onTrouble'>;

/** What a worker says of itself: a greeting for people, and the log of a server. */
export interface WorkerLog {
  readonly listeners: Listeners;
  greet(name: string, about: Pick<WorkerProcessOptions, 'pools' | 'slots' | 'dataDir'>): void;
  stopping(running: number): void;
  stopped(): void;
}

export async function logWorker(console: Console, level: LogLevel, isJson: boolean): Promise<WorkerLog> {
  const { createLogger } = await import('../../server/logging/logger.ts');
  const isReadable = console.terminal !== undefined && !isJson;
  const write = (line: string) => console.err(line);
  const logger = createLogger({ level, write, isReadable, hasColour: console.errPaint.enabled }).child({
    component: 'worker',
  });
  let isConnected: boolean | undefined;
  return {
    listeners: {
      onConnected: ({ pid, lost }) => {
        isConnected = true;
        logger.info({ holder: pid, lost }, `runs steps for process ${pid}`);
      },
      // Said once: it is looked for several times a second.
      onLost: why => {
        if (isConnected !== false)
          logger.warn(`nobody holds the data directory to work for: ${why}; waiting`);
        isConnected = false;
      },
      onStart: ({ command: { executionId, step, commandId, attempt } }) =>
        logger.info({ execution_id: executionId, step, command_id: commandId, attempt }, `runs step ${step}`),
      onTrouble: error => logger.error({ err: error }, 'something cannot be done; it is tried again'),
    },
    greet: (name, { pools, slots, dataDir }) => {
      const { bold, dim } = console.outPaint;
      const row = (what: string, value: string) => `  ${dim(what.padEnd(10))} ${value}\n`;
      console.out(
        `${bold(`noetl ${VERSION}`)} worker\n${row('name', name)}${row('pools', pools.join(', '))}` +
          `${row('slots', String(slots))}${row('data', resolve(dataDir))}${row('stop', 'Ctrl-C')}`,
      );
    },
    stopping: running => logger.info({ running }, 'stopping: what runs may end'),
    stopped: () => logger.info('stopped'),
  };
}
