import type { ShippedLease } from '../control/worker-order.ts';
import { createLogger, type LogOptions } from '../server/logging/logger.ts';

/** What a worker says of itself, in the log as a server has it. */
export interface WorkerLog {
  connected(holder: { readonly pid: number; readonly lost: number }): void;
  lost(why: string): void;
  runs(lease: ShippedLease): void;
  trouble(error: unknown): void;
  stopping(running: number): void;
  stopped(): void;
}

export function logWorker(options: LogOptions): WorkerLog {
  const logger = createLogger(options).child({ component: 'worker' });
  let said: string | undefined;
  return {
    connected: ({ pid, lost }) => {
      said = undefined;
      logger.info({ holder: pid, lost }, `runs steps for process ${pid}`);
    },
    // Said once: it is looked for several times a second.
    lost: why => {
      if (why !== said) logger.warn(`waits for a process that holds the data directory: ${why}`);
      said = why;
    },
    runs: ({ command: { executionId, step, commandId, attempt } }) =>
      logger.info({ execution_id: executionId, step, command_id: commandId, attempt }, `runs step ${step}`),
    trouble: error => logger.error({ err: error }, 'something cannot be done; it is tried again'),
    stopping: running => logger.info({ running }, 'stopping: what runs may end'),
    stopped: () => logger.info('stopped'),
  };
}
