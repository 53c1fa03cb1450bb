import { textWidth } from '../../src/cli/output/text-width.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what it reads
const TOKEN = /\u001b\[([?0-9;]*)([A-Za-z])|([\r\n])|([^\u001b\r\n]+)/gu;

interface Cell {
  readonly text: string;
  /** The codes of its style, such as `32` for green; empty for none. */
  readonly style: string;
}

const BLANK: Cell = { text: ' ', style: '' };

/** A terminal just large enough to show what the program draws: text, cursor moves, clearing, wrapping. */
export class VirtualTerminal {
  readonly #columns: number;
  readonly #rows: number;
  /** Everything that was ever shown; the last `rows` of it are the screen. */
  readonly #lines: Cell[][] = [[]];
  readonly #style = new Set<string>();
  #row = 0;
  #column = 0;
  isCursorVisible = true;
  doesWrap = true;
  /** Escape sequences that it does not know. */
  readonly unknown: string[] = [];

  constructor(columns = 80, rows = 24) {
    this.#columns = columns;
    this.#rows = rows;
  }

  write(text: string): void {
    for (const [whole, parameters = '', command, control, printed] of text.matchAll(TOKEN)) {
      if (command !== undefined) this.#command(command, parameters, whole);
      else if (control === '\r') this.#column = 0;
      else if (control === '\n') this.#lineFeed();
      else for (const { segment } of new Intl.Segmenter().segment(printed ?? '')) this.#put(segment);
    }
  }

  /** What can be seen, without blanks at the ends of lines and below the last line. */
  get screen(): readonly string[] {
    return trimmed(this.#lines.slice(-this.#rows));
  }

  /** What can be seen, cell by cell. */
  get styledScreen(): readonly (readonly Cell[])[] {
    return this.#lines.slice(-this.#rows);
  }

  /** The same with what has scrolled away. */
  get everything(): readonly string[] {
    return trimmed(this.#lines);
  }

  get #top(): number {
    return Math.max(0, this.#lines.length - this.#rows);
  }

  #put(character: string): void {
    const width = textWidth(character);
    if (this.#column + width > this.#columns) {
      if (!this.doesWrap) this.#column = this.#columns - width;
      else {
        this.#column = 0;
        this.#lineFeed();
      }
    }
    const line = this.#lines[this.#row]!;
    const style = [...this.#style].join(';');
    while (line.length < this.#column) line.push(BLANK);
    line[this.#column] = { text: character, style };
    for (let extra = 1; extra < width; extra++) line[this.#column + extra] = { text: '', style };
    this.#column += width;
  }

  #lineFeed(): void {
    this.#row++;
    if (this.#row === this.#lines.length) this.#lines.push([]);
  }

  #command(command: string, parameters: string, whole: string): void {
    const count = Number(parameters) || 1;
    if (command === 'A') this.#row = Math.max(this.#top, this.#row - count);
    else if (command === 'B') this.#down(count);
    else if (command === 'J') this.#clearBelow();
    else if (command === 'K' && parameters === '2') this.#lines[this.#row] = [];
    else if (whole === '\u001b[?25l' || whole === '\u001b[?25h') this.isCursorVisible = command === 'h';
    else if (whole === '\u001b[?7l' || whole === '\u001b[?7h') this.doesWrap = command === 'h';
    else if (command === 'm') this.#setStyle(parameters);
    else this.unknown.push(whole);
  }

  /** 39 ends a colour, 22 ends bold and dim. */
  #setStyle(code: string): void {
    if (code === '39') for (const colour of ['31', '32', '33']) this.#style.delete(colour);
    else if (code === '22') for (const weight of ['1', '2']) this.#style.delete(weight);
    else this.#style.add(code);
  }

  /** Stays on the screen, unlike a line feed. */
  #down(count: number): void {
    const last = this.#top + this.#rows - 1;
    const target = Math.min(last, this.#row + count);
    while (this.#lines.length <= target) this.#lines.push([]);
    this.#row = target;
  }

  #clearBelow(): void {
    this.#lines[this.#row] = (this.#lines[this.#row] ?? []).slice(0, this.#column);
    for (let row = this.#row + 1; row < this.#lines.length; row++) this.#lines[row] = [];
  }
}

function trimmed(lines: readonly (readonly Cell[])[]): string[] {
  const texts = lines.map(cells =>
    cells
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
  while (texts.at(-1) === '') texts.pop();
  return texts;
}
