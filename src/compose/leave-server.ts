import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Listener } from '../control/listener.ts';
import { systemClock } from './clock.ts';
import type { Local } from './local.ts';
import { removeServerRecord } from './server-file.ts';

/** What a server is made of. */
export interface ServerParts {
  readonly http: FastifyInstance;
  readonly local: Local;
  readonly listener: Listener;
  readonly logger: Logger;
  /** Sends what it has before it closes. */
  readonly tracer: { close(): Promise<void> } | undefined;
  readonly dataDir: string;
  /** Milliseconds that running commands have. */
  readonly grace: number;
}

/** Milliseconds in which requests that had come may still be answered. */
const ANSWER_TIME = 5_000;

/** In an order in which nobody is misled: no new work, the work under way, the lock, the connections. */
export async function leaveServer(parts: ServerParts, now: Promise<void>): Promise<void> {
  const { http, local, listener, logger, grace } = parts;
  const running = () => local.load().commands.running;
  logger.info({ component: 'server', running: running() }, 'stopping');
  listener.leave();
  const closed = http.close();
  if (!(await within(local.drain(), grace, now))) {
    const message = 'stopped before its commands ended; the next server repeats them';
    logger.warn({ component: 'server', running: running() }, message);
  }
  await within(closed, ANSWER_TIME, now);
  http.server.closeAllConnections();
  await closed;
  removeServerRecord(parts.dataDir);
  await local.close();
  listener.end();
  await parts.tracer?.close();
  logger.info({ component: 'server' }, 'stopped');
}

/** Whether the work was done in time. */
async function within(work: Promise<void>, milliseconds: number, now: Promise<void>): Promise<boolean> {
  let cancel = () => {};
  const late = new Promise<boolean>(resolve => {
    cancel = systemClock.after(milliseconds, () => resolve(false));
  });
  try {
    return await Promise.race([work.then(() => true), now.then(() => false), late]);
  } finally {
    cancel();
  }
}
