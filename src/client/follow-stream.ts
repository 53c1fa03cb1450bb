import { ApiError, Unreachable } from './api-error.ts';
import { pause } from './pause.ts';
import type { StreamMessage } from './read-events.ts';

export interface FollowOptions {
  /** Goes on behind the message with this id. */
  readonly after?: string;
  readonly signal?: AbortSignal;
  /** How often in a row a connection may break or fail before it is given up; 10 unless given. */
  readonly attempts?: number;
  /** Milliseconds before it is tried again; 1,000 unless given. */
  readonly delay?: number;
}

/** Opens a stream behind a message. */
export type OpenStream = (after: string | undefined) => AsyncGenerator<StreamMessage>;

/**
 * The messages of a stream until the one called `end`, each once, over as many connections as it takes: one that
 * breaks is opened again behind the last message that came. What the server refuses is thrown.
 */
export async function* followStream(
  open: OpenStream,
  { after, signal, attempts = 10, delay = 1000 }: FollowOptions,
): AsyncGenerator<StreamMessage> {
  let last = after;
  for (let failed = 0; ; failed++) {
    try {
      for await (const message of open(last)) {
        if (message.event === 'end') return;
        last = message.id ?? last;
        failed = 0;
        yield message;
      }
      if (failed >= attempts) throw new Error('the stream ends again and again before the execution does');
    } catch (error) {
      if (signal?.aborted || isRefused(error) || failed >= attempts) throw error;
    }
    await pause(delay, signal);
  }
}

/** Neither a connection that broke nor a server that is busy: asking again would change nothing. */
function isRefused(error: unknown): boolean {
  if (error instanceof ApiError) return error.status !== 429 && error.status !== 503;
  // What breaks while a body is read is a TypeError of fetch.
  return !(error instanceof Unreachable) && !(error instanceof TypeError);
}
