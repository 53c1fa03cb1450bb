import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Sends chunks no faster than they are taken, and tells how many bytes it has sent. */
export class SlowSender {
  sent = 0;

  async send(response: ServerResponse, chunks: Iterable<string | Uint8Array>): Promise<void> {
    const closed = new AbortController();
    response.on('close', () => closed.abort());
    for (const chunk of chunks) {
      if (response.destroyed) return;
      this.sent += Buffer.byteLength(chunk);
      // Nobody waits any more when it is closed.
      if (!response.write(chunk)) await once(response, 'drain', { signal: closed.signal }).catch(() => {});
    }
    response.end();
  }
}

/** `{"items":[{"id":0,…},…],"total":n}` of so many items, in pieces of about 64 KiB. */
export function* itemsJson(count: number, pad = 100): Generator<string> {
  let text = '{"items":[';
  for (let id = 0; id < count; id++) {
    text += `${id === 0 ? '' : ','}{"id":${id},"name":"item ${id} ${'x'.repeat(pad)}"}`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield `${text}],"total":${count}}`;
}
