import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ROOT } from './run-command.ts';
import { VirtualTerminal } from './virtual-terminal.ts';

const HOST = fileURLToPath(new URL('pty-host.py', import.meta.url));

/** A program on a terminal of its own (a real one: python3 lends its pty), and what that shows. */
export class OnTerminal {
  readonly terminal: VirtualTerminal;
  readonly #child;
  readonly #closed: Promise<unknown[]>;
  #waiting: (() => void)[] = [];

  constructor(
    program: readonly string[],
    {
      columns = 80,
      rows = 20,
      env = {},
    }: { columns?: number; rows?: number; env?: Record<string, string> } = {},
  ) {
    this.terminal = new VirtualTerminal(columns, rows);
    this.#child = spawn('python3', [HOST, String(columns), String(rows), ...program], {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NO_COLOR: undefined,
        FORCE_COLOR: undefined,
        CI: undefined,
        TERM: 'xterm-256color',
        ...env,
      },
    });
    this.#closed = once(this.#child, 'close');
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.terminal.write(text);
      for (const look of this.#waiting) look();
    });
  }

  /** Resolves when the terminal shows the text; rejects if the program ends without it. */
  async shows(text: string): Promise<void> {
    const seen = new Promise<void>(resolve => {
      const look = () => {
        if (!this.terminal.everything.join('\n').includes(text)) return;
        this.#waiting = this.#waiting.filter(each => each !== look);
        resolve();
      };
      this.#waiting.push(look);
      look();
    });
    const ended = this.#closed.then(() => {
      const shown = this.terminal.everything.join('\n');
      if (!shown.includes(text)) throw new Error(`the program ended without showing '${text}':\n${shown}`);
    });
    await Promise.race([seen, ended]);
  }

  /** Resolves when more has been written to the terminal. */
  changed(): Promise<void> {
    return new Promise(resolve => {
      const once = () => {
        this.#waiting = this.#waiting.filter(each => each !== once);
        resolve();
      };
      this.#waiting.push(once);
    });
  }

  type(keys: string): void {
    this.#child.stdin.write(keys);
  }

  /** The exit code; 128 and more: the signal that ended it. */
  async ended(): Promise<number | null> {
    const [code] = await this.#closed;
    return code as number | null;
  }
}

export const CTRL_C = '\u0003';
