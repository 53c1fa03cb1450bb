import { type Interpreter, PythonProcess } from './process.ts';

export interface PoolLimits {
  /** Processes at the same time; further calls wait their turn. */
  readonly max: number;
  /** Idle processes that are kept. */
  readonly warm: number;
}

interface Waiter {
  readonly command: string;
  readonly fresh: boolean;
  readonly give: (process: PythonProcess) => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * Interpreters that are kept warm. A call gets an idle one of its command, or a new one if there is room,
 * or the place of an idle one of another command; otherwise it waits, first come first served.
 */
export class PythonPool {
  readonly #limits: PoolLimits;
  readonly #interpreter: (command: string) => Interpreter;
  /** Where a command leads. A version manager's shim takes a quarter of a second to find out each time. */
  readonly #executables = new Map<string, string>();
  readonly #busy = new Set<PythonProcess>();
  #idle: PythonProcess[] = [];
  #waiting: Waiter[] = [];
  #closed = false;

  constructor(limits: PoolLimits, interpreter: (command: string) => Interpreter) {
    this.#limits = limits;
    this.#interpreter = interpreter;
  }

  /** Rejects with the signal's reason if that is aborted first. */
  acquire(command: string, fresh: boolean, signal: AbortSignal): Promise<PythonProcess> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.#closed) return reject(new Error('the Python pool is closed'));
      const abort = () => {
        this.#waiting = this.#waiting.filter(other => other !== waiter);
        reject(signal.reason);
      };
      const over = () => signal.removeEventListener('abort', abort);
      const waiter: Waiter = {
        command,
        fresh,
        give(process) {
          over();
          resolve(process);
        },
        refuse(reason) {
          over();
          reject(reason);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(waiter);
      this.#serve();
    });
  }

  learn({ command }: PythonProcess, executable: string | null): void {
    if (executable) this.#executables.set(command, executable);
  }

  /** `worn`: it must not run another call. */
  release(process: PythonProcess, worn: boolean): void {
    this.#busy.delete(process);
    if (process.ended || worn || this.#closed) void process.kill();
    else this.#idle.push(process);
    this.#serve();
    while (this.#idle.length > this.#limits.warm) void this.#idle.shift()?.end();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiting.splice(0)) waiter.refuse(new Error('the Python pool was closed'));
    const idle = this.#idle.splice(0);
    await Promise.all([
      ...idle.map(process => process.end()),
      ...[...this.#busy].map(process => process.kill()),
    ]);
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const process = this.#take(this.#waiting[0]!);
      if (!process) return;
      this.#busy.add(process);
      this.#waiting.shift()?.give(process);
    }
  }

  #take({ command, fresh }: Waiter): PythonProcess | undefined {
    this.#idle = this.#idle.filter(process => !process.ended);
    // The one used last: its memory is still in the caches, and the others can be given up.
    const at = fresh ? -1 : this.#idle.findLastIndex(process => process.command === command);
    if (at >= 0) return this.#idle.splice(at, 1)[0];
    if (this.#busy.size + this.#idle.length >= this.#limits.max) {
      if (this.#idle.length === 0) return undefined;
      void this.#idle.shift()?.end();
    }
    const executable = this.#executables.get(command) ?? command;
    // Should it have moved since, the next process finds it again.
    return new PythonProcess(this.#interpreter(command), executable, () => this.#executables.delete(command));
  }
}
