import type { Clock } from '../../ports/clock.ts';
import { type Line, paintLine } from '../output/line.ts';
import type { Paint } from '../output/paint.ts';
import { ScreenPainter } from '../output/screen-painter.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Display, MakeDisplay } from './display.ts';
import { LogTail } from './view/log-tail.ts';
import { renderFinalFrame, renderFrame } from './view/render-frame.ts';
import type { RunView } from './view/run-view.ts';

/** Twelve pictures a second: as many as look alive, and cheap whatever happens meanwhile. */
const FRAME_MS = 80;

/** The tree of steps, kept up to date in place. */
export const liveDisplay =
  (terminal: Terminal, paint: Paint, clock: Clock): MakeDisplay =>
  view =>
    new LiveDisplay(view, terminal, paint, clock);

class LiveDisplay implements Display {
  readonly #view: RunView;
  readonly #terminal: Terminal;
  readonly #paint: Paint;
  readonly #clock: Clock;
  readonly #painter: ScreenPainter;
  readonly #tail = new LogTail();
  #notice: string | undefined;
  #cancelTick: () => void;

  constructor(view: RunView, terminal: Terminal, paint: Paint, clock: Clock) {
    this.#view = view;
    this.#terminal = terminal;
    this.#paint = paint;
    this.#clock = clock;
    this.#painter = new ScreenPainter(terminal);
    // What ends within the first picture is told by the last one alone.
    this.#cancelTick = this.#tickLater();
  }

  turn(): void {}

  printed(...[address, lines]: Parameters<Display['printed']>): void {
    this.#tail.add(address, lines);
  }

  notice(text: string): void {
    this.#notice = text;
    this.#painter.distrust();
    this.#draw();
  }

  end(): void {
    this.#cancelTick();
    this.#painter.finish(
      this.#painted(renderFinalFrame(this.#view, this.#clock.now(), this.#terminal.columns)),
    );
  }

  #tickLater(): () => void {
    return this.#clock.at(this.#clock.now() + FRAME_MS, () => {
      this.#draw();
      this.#cancelTick = this.#tickLater();
    });
  }

  #draw(): void {
    const size = { width: this.#terminal.columns, height: this.#terminal.rows };
    const lines = renderFrame(this.#view, this.#tail, this.#notice, this.#clock.now(), size);
    if (lines.length > 0) this.#painter.draw(this.#painted(lines));
  }

  #painted(lines: readonly Line[]): string[] {
    return lines.map(line => paintLine(line, this.#paint));
  }
}
