import { isUtf8 } from 'node:buffer';
import type { BodyFormat } from '../../ports/result-store.ts';
import type { LargeBody } from '../../ports/tool.ts';
import type { ResponseType } from './config.ts';
import { charsetOf, decoderFor, isDocument, isJsonType } from './read-response.ts';

type Chunks = AsyncIterable<Uint8Array>;

/** A body that is not held, with the same rules for what it is as one that is: `readBodyData` has them. */
export function largeBody(chunks: Chunks, contentType: string, type: ResponseType | undefined): LargeBody {
  if (type === 'binary') return { chunks, format: () => 'binary' };
  const reader = new BodyReader(contentType, type);
  return { chunks: reader.read(chunks), format: () => reader.format };
}

/** Reads bytes as text for as long as they are one. */
class BodyReader {
  readonly #contentType: string;
  readonly #type: ResponseType | undefined;
  #isText = true;
  /** Undefined until there is more than space. */
  #isDocument: boolean | undefined;

  constructor(contentType: string, type: ResponseType | undefined) {
    this.#contentType = contentType;
    this.#type = type;
  }

  get format(): BodyFormat {
    if (!this.#isText) return 'binary';
    if (this.#type === 'text') return 'text';
    const isJson = this.#type === 'json' || isJsonType(this.#contentType) || this.#isDocument === true;
    return isJson ? 'json' : 'text';
  }

  async *read(chunks: Chunks): AsyncGenerator<string | Uint8Array> {
    const texts = this.#isSurelyText ? this.#decoded(chunks) : this.#textOrBytes(chunks);
    for await (const chunk of texts) {
      if (typeof chunk === 'string' && chunk.trim() !== '') this.#isDocument ??= isDocument(chunk);
      yield chunk;
    }
  }

  /** A text may have bytes that are wrong; data of another type with such bytes is no text at all. */
  get #isSurelyText(): boolean {
    const charset = charsetOf(this.#contentType);
    const isUtf = charset === undefined || /^utf-?8$/i.test(charset);
    return this.#type !== undefined || this.#contentType.startsWith('text/') || !isUtf;
  }

  async *#decoded(chunks: Chunks): AsyncGenerator<string> {
    const decoder = decoderFor(charsetOf(this.#contentType), false);
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  }

  /** Bytes that were taken for text before are the same bytes as text: nothing is lost if the end is none. */
  async *#textOrBytes(chunks: Chunks): AsyncGenerator<string | Uint8Array> {
    let carry: Uint8Array = new Uint8Array();
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    let isFirst = true;
    for await (const chunk of chunks) {
      // It says by itself that it is a text: then wrong bytes are wrong letters.
      if (isFirst && hasByteOrderMark(chunk)) decoder = decoderFor(undefined, false);
      isFirst = false;
      if (decoder) {
        yield decoder.decode(chunk, { stream: true });
        continue;
      }
      const bytes = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
      const end = this.#isText ? completeLength(bytes) : 0;
      this.#isText &&= isUtf8(bytes.subarray(0, end));
      carry = this.#isText ? Uint8Array.from(bytes.subarray(end)) : new Uint8Array();
      yield this.#isText ? Buffer.from(bytes.subarray(0, end)).toString('utf8') : bytes;
    }
    if (decoder) yield decoder.decode();
    if (carry.length === 0) return;
    this.#isText = false;
    yield carry;
  }
}

const hasByteOrderMark = ([a, b, c]: Uint8Array): boolean => a === 0xef && b === 0xbb && c === 0xbf;

/** How many bytes there are up to a character of which the end is still to come. */
function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
