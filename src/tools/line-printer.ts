import { StringDecoder } from 'node:string_decoder';
import type { LogLine } from '../ports/log-store.ts';
import type { ToolIo } from '../ports/tool.ts';

/** Longer lines are printed in pieces of this many characters, so that no line fills the memory. */
const MAX_LINE = 8192;

/** Prints bytes as they arrive, line by line, whatever the pieces they arrive in. */
export class LinePrinter {
  readonly #io: ToolIo;
  readonly #stream: LogLine['stream'];
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  constructor(io: ToolIo, stream: LogLine['stream']) {
    this.#io = io;
    this.#stream = stream;
  }

  write(bytes: Buffer): void {
    const text = this.#rest + this.#decoder.write(bytes);
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      this.#line(text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end));
      start = end + 1;
    }
    while (text.length - start > MAX_LINE) {
      const end = pieceEnd(text, start);
      this.#io.print(this.#stream, text.slice(start, end));
      start = end;
    }
    this.#rest = text.slice(start);
  }

  /** Prints what is left of a last line without an end. */
  end(): void {
    const last = this.#rest + this.#decoder.end();
    this.#rest = '';
    if (last !== '') this.#line(last);
  }

  #line(line: string): void {
    let start = 0;
    while (line.length - start > MAX_LINE) {
      const end = pieceEnd(line, start);
      this.#io.print(this.#stream, line.slice(start, end));
      start = end;
    }
    this.#io.print(this.#stream, start === 0 ? line : line.slice(start));
  }
}

/** Not between the two halves of a character. */
function pieceEnd(text: string, start: number): number {
  const end = start + MAX_LINE;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}
