import type { PlainValue } from '../common/plain-value.ts';
import type { ControlClient } from './control-client.ts';
import { HolderLost } from './control-error.ts';
import type { Request } from './protocol.ts';
import { Turnstile } from './stores/turnstile.ts';

export interface LinkOptions {
  /** Throws `HolderLost` if nobody listens. */
  connect(): Promise<ControlClient>;
  /** Introduces this process to whoever holds the directory now; before anything else is asked of it. */
  greet(client: ControlClient): Promise<void>;
  onConnected?(client: ControlClient): void;
  /** Nobody holds the directory, or cannot be reached for the given reason. Said whenever one is looked for. */
  onLost?(why: string): void;
}

const NOBODY = 'nobody does now';
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;
/** Requests that are not answered yet: the holder ends a connection that goes on asking. */
const MOST_UNDER_WAY = 32;

/**
 * The way to whoever holds a data directory, over any number of holders: when one is gone the next is looked for,
 * and what was asked and not answered is asked again. So what is asked must be harmless when it is done twice.
 */
export class HolderLink {
  readonly #options: LinkOptions;
  #client: ControlClient | undefined;
  /** One that may not have welcomed this process yet. */
  #opening: ControlClient | undefined;
  #isClosed = false;
  readonly #turnstile = new Turnstile(MOST_UNDER_WAY);
  readonly #waiting: (() => void)[] = [];
  #wakeUp: () => void = () => {};
  readonly #running: Promise<void>;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  /** Rejects with what the holder says is wrong, or with `HolderLost` once the link is closed. */
  ask(request: Request): Promise<PlainValue> {
    // A sign of life stands in no line: what is asked may wait for long, for a disk that is full, say.
    if (request.do === 'beat') return this.#insist(request);
    return this.#turnstile.pass(() => this.#insist(request));
  }

  /** Asks whoever holds the directory now, if somebody does, and nobody after that; waits so long for the answer. */
  async askOnce(request: Request, patience: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, patience);
    });
    try {
      await Promise.race([this.#client?.request(request), late]);
    } catch (error) {
      if (!(error instanceof HolderLost)) throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Resolves when no holder is there, though one may come. */
  get gone(): Promise<void> {
    return this.#client?.closed ?? Promise.resolve();
  }

  /** Introduces this process anew. */
  greetAgain(): void {
    this.#client?.close();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#opening?.close();
    this.#wakeUp();
    this.#admit();
    await this.#running;
  }

  async #insist(request: Request): Promise<PlainValue> {
    for (;;) {
      const client = await this.#connected();
      try {
        return await client.request(request);
      } catch (error) {
        if (!(error instanceof HolderLost)) throw error;
        // One that is leaving takes nothing more, but answers what it has taken, and then ends the connection.
        await client.closed;
      }
    }
  }

  async #connected(): Promise<ControlClient> {
    for (;;) {
      if (this.#isClosed) throw new HolderLost('this process is ending');
      if (this.#client) return this.#client;
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }

  /** Lets those look again who wait for a holder. */
  #admit(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #run(): Promise<void> {
    for (let pause = FIRST_PAUSE; !this.#isClosed; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const client = await this.#open();
      if (client) {
        pause = FIRST_PAUSE;
        await client.closed;
        this.#client = undefined;
        if (!this.#isClosed) this.#options.onLost?.(NOBODY);
      }
      if (!this.#isClosed) await this.#sleep(pause);
    }
  }

  async #open(): Promise<ControlClient | undefined> {
    let client: ControlClient | undefined;
    try {
      client = await this.#options.connect();
      this.#opening = client;
      // What ends has let go of everything, and would say that it has never begun it.
      if (this.#isClosed) throw new HolderLost('this process is ending');
      await this.#options.greet(client);
      if (this.#isClosed) throw new HolderLost('this process is ending');
      this.#client = client;
      this.#options.onConnected?.(client);
      this.#admit();
      return client;
    } catch (error) {
      client?.close();
      if (!this.#isClosed) this.#options.onLost?.(error instanceof HolderLost ? NOBODY : messageOf(error));
      return undefined;
    }
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
