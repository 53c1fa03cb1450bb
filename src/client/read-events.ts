/** One message of a stream of server-sent events. */
export interface StreamMessage {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** The messages of a response, as they arrive; comments, which keep the connection open, are passed over. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const message = readBlock(block);
      if (message) yield message;
    }
  }
}

function readBlock(block: string): StreamMessage | undefined {
  const fields = { id: undefined as string | undefined, event: 'message', data: [] as string[] };
  for (const line of block.split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at === 0) continue;
    const name = at < 0 ? line : line.slice(0, at);
    const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '');
    if (name === 'data') fields.data.push(value);
    else if (name === 'id') fields.id = value;
    else if (name === 'event') fields.event = value;
  }
  return fields.data.length === 0 ? undefined : { ...fields, data: fields.data.join('\n') };
}
