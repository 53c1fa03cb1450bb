import type { Terminal } from './terminal.ts';
import { textWidth } from './text-width.ts';

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
/** Without wrapping, a character whose width we misjudge spoils one line and not the picture. */
const WRAP_OFF = '\u001b[?7l';
const WRAP_ON = '\u001b[?7h';
const CLEAR_LINE = '\u001b[2K';
const CLEAR_BELOW = '\u001b[J';
/** Clears the lines under the cursor's, and comes back. */
const CLEAR_REST = `\u001b[1B${CLEAR_BELOW}\u001b[1A\r`;
/** Stands for a line of which we do not know what the terminal shows. */
const UNKNOWN = '\u0000';
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const STYLES = /\u001b\[[0-9;]*m/g;

/**
 * Keeps a block of lines at the end of what a terminal shows and rewrites only what changed in it. Between
 * two calls the cursor stands at the start of the block's last line.
 */
export class ScreenPainter {
  readonly #terminal: Terminal;
  #shown: readonly string[] = [];
  #release: (() => void) | undefined;
  #stopResizing: (() => void) | undefined;
  #columns: number;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#columns = terminal.columns;
  }

  /** Shows the lines in place of the ones before; none is wider, and there are no more, than the terminal has. */
  draw(lines: readonly string[]): void {
    if (!this.#release) this.#take();
    const text = this.#change(lines);
    this.#shown = lines;
    if (text !== '') this.#terminal.write(text);
  }

  /** Somebody else may have written over the block (a terminal shows `^C`): the next drawing leaves nothing out. */
  distrust(): void {
    this.#shown = this.#shown.map(() => UNKNOWN);
  }

  /** Shows the lines a last time, which may be more than fit, and gives the terminal back. */
  finish(lines: readonly string[]): void {
    const blank = this.#erase();
    const text = lines.map(line => `${line}\n`).join('');
    this.#shown = [];
    const back = this.#giveBack();
    if (blank + text + back !== '') this.#terminal.write(blank + back + text);
  }

  #take(): void {
    this.#terminal.write(HIDE_CURSOR + WRAP_OFF);
    this.#columns = this.#terminal.columns;
    this.#stopResizing = this.#terminal.onResize(() => this.#resized());
    this.#release = this.#terminal.hold(
      () => this.#terminal.write(`\r\n${SHOW_CURSOR}${WRAP_ON}`),
      () => this.#repaint(HIDE_CURSOR + WRAP_OFF),
    );
  }

  #giveBack(): string {
    if (!this.#release) return '';
    this.#release();
    this.#stopResizing?.();
    this.#release = undefined;
    return SHOW_CURSOR + WRAP_ON;
  }

  #change(lines: readonly string[]): string {
    const before = this.#shown;
    if (before.length === lines.length && before.every((line, index) => line === lines[index])) return '';
    let text = up(before.length - 1);
    for (const [index, line] of lines.entries()) {
      if (index > 0) text += '\r\n';
      if (line !== before[index]) text += CLEAR_LINE + line;
    }
    return `${text}\r${lines.length < before.length ? CLEAR_REST : ''}`;
  }

  #erase(): string {
    return this.#shown.length === 0 ? '' : `${up(this.#shown.length - 1)}\r${CLEAR_BELOW}`;
  }

  /** After a suspension other text stands below the block: it starts anew there. */
  #repaint(before: string): void {
    const lines = this.#shown;
    this.#shown = [];
    this.#terminal.write(before + this.#change(lines));
    this.#shown = lines;
  }

  /** Terminals wrap what became too wide: the block may take more rows than it has lines. */
  #resized(): void {
    const { columns, rows } = this.#terminal;
    const wrapped = this.#shown.reduce((sum, line) => sum + rowsOf(line, columns), 0);
    const height = columns < this.#columns ? Math.min(wrapped, rows) : this.#shown.length;
    this.#columns = columns;
    if (this.#shown.length > 0) this.#terminal.write(`${up(height - 1)}\r${CLEAR_BELOW}`);
    this.#shown = [];
  }
}

const up = (count: number): string => (count > 0 ? `\u001b[${count}A\r` : '\r');

const rowsOf = (line: string, columns: number): number =>
  Math.max(1, Math.ceil(textWidth(line.replace(STYLES, '')) / columns));
