/** Units of text, each at most three bytes: a chunk is at most 1 MiB. */
const CHUNK_LENGTH = Math.floor((1024 * 1024) / 3);

/** A text in pieces that fit into a row. */
export function* textChunks(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = chunkEnd(text, start);
    yield text.slice(start, end);
    start = end;
  }
}

/** A character of two units stays in one chunk: half of one is no text. */
function chunkEnd(text: string, start: number): number {
  const end = start + CHUNK_LENGTH;
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}
