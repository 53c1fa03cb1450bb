import type { LogStore } from '../ports/log-store.ts';

/** Lines that are held at once. */
const PAGE = 500;

/** Milliseconds between two looks: commands print without any turn being taken. */
const PAUSE = 250;

/** Where another process writes lines, and what of it is of interest. */
export interface LineSource {
  logs(): Pick<LogStore, 'readAfter'>;
  /** Has the other process write what it holds. */
  flush(): Promise<unknown>;
  /** The executions that are followed. */
  open(): readonly string[];
  /** What could not be read, and why. */
  onTrouble(error: unknown): void;
}

interface Reading {
  place: number;
  /** The reading under way: one at a time, so that lines come in order and once. */
  done: Promise<void>;
}

/** Reads what commands print in another process, and tells of it as if it were printed here. */
export class LinesElsewhere {
  readonly #source: LineSource;
  readonly #hear: LogStore['write'];
  /** What was printed before somebody listened is not told: whoever wants it reads the log. */
  readonly #since = Date.now();
  readonly #readings = new Map<string, Reading>();
  #timer: NodeJS.Timeout | undefined;

  constructor(source: LineSource, hear: LogStore['write']) {
    this.#source = source;
    this.#hear = hear;
  }

  listen(): void {
    this.#timer ??= setInterval(() => this.#look(), PAUSE).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Resolves when all that was printed so far was told. */
  async read(executionId: string): Promise<void> {
    // A holder that is lost writes nothing any more: what it has written can still be read.
    await this.#source.flush().catch(() => {});
    await this.#readOn(executionId);
  }

  #look(): void {
    for (const executionId of this.#source.open())
      this.#readOn(executionId).catch(error => this.#source.onTrouble(error));
  }

  #readOn(executionId: string): Promise<void> {
    const reading = this.#readings.get(executionId) ?? { place: 0, done: Promise.resolve() };
    this.#readings.set(executionId, reading);
    // Whoever asked for the reading before is told why it failed; this one tries again.
    reading.done = reading.done.catch(() => {}).then(() => this.#catchUp(executionId, reading));
    return reading.done;
  }

  async #catchUp(executionId: string, reading: Reading): Promise<void> {
    for (;;) {
      const lines = await this.#source.logs().readAfter(executionId, reading.place, PAGE);
      for (const { place, ...line } of lines) {
        reading.place = place;
        if (line.at >= this.#since) this.#hear(line, [line]);
      }
      if (lines.length < PAGE) return;
    }
  }
}
