import { isMapping, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { ResultRef } from '../../core/result.ts';
import type { Body, ResultStore, StoredBody, StoredValue } from '../../ports/result-store.ts';
import { isStoreFailure } from '../../ports/store-failure.ts';
import { ControlError } from '../control-error.ts';
import type { SentValue } from '../write-order.ts';
import type { Post } from './ask.ts';
import { sendValue } from './send-value.ts';

/** Bytes of a body that travel together. */
const PIECE_BYTES = 1 << 20;

/**
 * Results that are read here and written by the holder. A body comes once: if the connection is lost in the
 * middle of it, `write` throws `control_body_lost`, which says that the same may succeed later.
 */
export class HeldResultStore implements ResultStore {
  readonly #reading: ResultStore;
  readonly #post: Post;

  constructor(reading: ResultStore, post: Post) {
    this.#reading = reading;
    this.#post = post;
  }

  async put(executionId: string, name: string, value: PlainValue): Promise<ResultRef> {
    const order = (sent: SentValue) => ({ do: 'put_result', executionId, name, value: sent }) as const;
    return refOf(await sendValue(this.#post, value, order));
  }

  write(executionId: string, name: string, body: Body): Promise<ResultRef> {
    return this.#post.shipments.pass(async () => {
      const handle = String(await this.#post.ask({ do: 'begin_body', executionId, name }));
      try {
        await this.#send(handle, body.chunks);
        return refOf(await this.#post.ask({ do: 'end_body', body: handle, format: body.format() }));
      } catch (error) {
        if (!isStoreFailure(error)) this.#drop(handle);
        throw error;
      }
    });
  }

  get(uri: string): Promise<PlainValue | undefined> {
    return this.#reading.get(uri);
  }

  read(uri: string): Promise<StoredBody | undefined> {
    return this.#reading.read(uri);
  }

  list(executionId: string, page: Parameters<ResultStore['list']>[1]): Promise<readonly StoredValue[]> {
    return this.#reading.list(executionId, page);
  }

  async #send(body: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
        const piece = bytes.toString('base64', from, Math.min(from + PIECE_BYTES, bytes.length));
        await this.#post.ask({ do: 'body_piece', body, bytes: piece });
      }
    }
  }

  /** The bytes came to no end. The holder is told so; if it is not there any more, neither is the body. */
  #drop(body: string): void {
    this.#post.ask({ do: 'drop_body', body }).catch(() => {});
  }
}

function refOf(answer: PlainValue): ResultRef {
  const { uri, sha256, bytes, extracted } = isMapping(answer) ? answer : ({} as PlainMapping);
  if (typeof uri === 'string' && typeof sha256 === 'string' && typeof bytes === 'number')
    return { uri, sha256, bytes, extracted: isMapping(extracted) ? extracted : {} };
  throw new ControlError(
    'control_failed',
    'the process that holds the data directory says nothing of what it stored: it is another version of noetl',
  );
}
