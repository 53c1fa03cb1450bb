import type { FastifyReply } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import { toJson } from '../to-json.ts';

/** One message of a stream of events. */
export interface SseMessage {
  /** Where a client that comes back goes on. */
  readonly id?: string;
  /** Without one, a browser hands it to `onmessage`. */
  readonly event?: string;
  readonly data: unknown;
}

/** Milliseconds after which a silent stream says that it is there, so that nobody between takes it for dead. */
const HEARTBEAT = 15_000;

/** Milliseconds that a client may take nothing while there is something for it: then it is taken for gone. */
export const STALLED_AFTER = 60_000;

/**
 * A response that stays open. It never holds more than what was written last: whoever writes waits until the
 * client has taken it, so a slow reader costs the server one buffer of its socket. One that takes nothing at all for
 * a minute is dropped: it holds one of the places, and can come back where it was.
 */
export class SseConnection {
  readonly #reply: FastifyReply;
  readonly #clock: Clock;
  readonly #closed = new AbortController();
  #stopHeartbeat: () => void = () => {};

  constructor(reply: FastifyReply, clock: Clock) {
    this.#reply = reply;
    this.#clock = clock;
    reply.hijack();
    const { raw } = reply;
    raw.on('close', () => this.#close());
    raw.on('error', () => this.#close());
    raw.writeHead(200, {
      ...headersOf(reply),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    raw.flushHeaders();
    this.#beat();
  }

  /** Aborted when the client is gone, or the stream was ended. */
  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  /** Resolves when there is room for more, or nobody listens any more. */
  send(message: SseMessage): Promise<void> {
    return this.#write(textOf(message));
  }

  end(): void {
    this.#close();
    this.#reply.raw.end();
  }

  async #write(text: string): Promise<void> {
    if (this.signal.aborted) return;
    if (this.#reply.raw.write(text)) return;
    await new Promise<void>(resolve => {
      const stopWaiting = this.#clock.after(STALLED_AFTER, () => this.#drop());
      const done = () => {
        stopWaiting();
        this.#reply.raw.off('drain', done);
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      this.#reply.raw.on('drain', done);
      this.signal.addEventListener('abort', done);
    });
  }

  /** A client that does not read gets no heartbeats either: they would pile up. */
  #beat(): void {
    this.#stopHeartbeat = this.#clock.after(HEARTBEAT, () => {
      if (this.signal.aborted) return;
      if (!this.#reply.raw.writableNeedDrain) this.#reply.raw.write(': still here\n\n');
      this.#beat();
    });
  }

  /** Ending would wait until everything is taken. */
  #drop(): void {
    this.#close();
    this.#reply.raw.destroy();
  }

  #close(): void {
    this.#stopHeartbeat();
    this.#closed.abort();
  }
}

const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]));

function textOf({ id, event, data }: SseMessage): string {
  // JSON has no line breaks of its own, so the data is one line.
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    `data: ${toJson(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}
