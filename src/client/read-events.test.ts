import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvents, type StreamMessage } from './read-events.ts';

const text = [
  ': comments keep the connection open\n\n',
  'id: 1\nevent: turn\ndata: {"a": "ä"}\n\n',
  'data: two\ndata:  lines\n\n',
  'id: 3\r\ndata: from Windows\r\n\r\n',
  'event: nothing\n\n',
].join('');

const expected: StreamMessage[] = [
  { id: '1', event: 'turn', data: '{"a": "ä"}' },
  { id: undefined, event: 'message', data: 'two\n lines' },
  { id: '3', event: 'message', data: 'from Windows' },
];

async function read(bytes: Uint8Array, cuts: readonly number[]): Promise<StreamMessage[]> {
  const places = [0, ...cuts.map(cut => cut % bytes.length).toSorted((a, b) => a - b), bytes.length];
  const parts = places.slice(1).map((end, index) => bytes.slice(places[index], end));
  const messages: StreamMessage[] = [];
  for await (const message of readEvents(ReadableStream.from(parts) as ReadableStream<Uint8Array>)) {
    messages.push(message);
  }
  return messages;
}

describe('server-sent events', () => {
  it('are the same however the connection cuts them, in the middle of a character too', async () => {
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(1000), { maxLength: 20 }), async cuts => {
        expect(await read(bytes, cuts)).toEqual(expected);
      }),
    );
  });
});
