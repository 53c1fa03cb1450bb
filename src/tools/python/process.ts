import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import type { ToolIo } from '../../ports/tool.ts';
import type { Runner } from '../code/warm-pool.ts';
import { LinePrinter } from '../line-printer.ts';
import { signalGroup } from '../process-group.ts';
import { BOOTSTRAP } from './bootstrap/index.ts';
import { FrameReader, frame } from './frames.ts';
import { MarkedStream } from './marked-stream.ts';
import { endOf, ProcessEnded, StartFailed } from './process-errors.ts';

/** Milliseconds in which the last output of a dead process is read; longer only if others hold its streams. */
const DRAIN = 500;
/** Milliseconds an idle process has to end by itself. */
const GRACE = 2000;

export interface Interpreter {
  /** As the user names it. */
  readonly command: string;
  /** Where that leads, if it is known. */
  readonly executable?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

interface OpenCall {
  readonly streams: readonly [MarkedStream, MarkedStream];
  readonly printers: readonly LinePrinter[];
  readonly resolve: (reply: string) => void;
  readonly reject: (error: Error) => void;
  begun: boolean;
  reply: string | undefined;
  /** The last it said, should it die. */
  complaint: string;
}

/**
 * One interpreter, one call at a time. It is the leader of a process group, so that killing it kills what
 * the code has started. States: idle → (call) busy → idle …; from each of them → ended, once.
 */
export class PythonProcess implements Runner {
  /** The command. */
  readonly key: string;
  /** Calls it has taken. */
  calls = 0;
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  #open: OpenCall | undefined;
  #ended = false;

  constructor({ command, executable = command, env, cwd }: Interpreter) {
    this.key = command;
    this.#child = spawn(executable, ['-X', 'utf8', '-c', BOOTSTRAP], {
      env,
      cwd,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    });
    const reader = new FrameReader(
      payload => this.#receive(payload),
      () => void this.kill(),
    );
    this.#stream(4).on('data', chunk => reader.write(chunk));
    this.#stream(1).on('data', chunk => this.#print(0, chunk));
    this.#stream(2).on('data', chunk => this.#print(1, chunk));
    // A process that dies while it is written to: its end is reported by `exit`.
    for (const stream of this.#child.stdio) stream?.on('error', () => {});
    this.#closed = new Promise(resolve => this.#watchEnd(resolve));
    this.#keepAlive(false);
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The answer to one call; rejects with `ProcessEnded` or `StartFailed`. */
  call(fields: (mark: string) => string, io: ToolIo): Promise<string> {
    if (this.#ended) return Promise.reject(new ProcessEnded({ code: null, signal: null }, false, ''));
    this.calls++;
    this.#keepAlive(true);
    const mark = `\0noetl:${randomUUID()}\0`;
    const printers = [new LinePrinter(io, 'stdout'), new LinePrinter(io, 'stderr')] as const;
    const stream = (printer: LinePrinter) =>
      new MarkedStream(Buffer.from(mark), bytes => printer.write(bytes));
    return new Promise((resolve, reject) => {
      const streams = [stream(printers[0]), stream(printers[1])] as const;
      this.#open = { streams, printers, resolve, reject, begun: false, reply: undefined, complaint: '' };
      (this.#child.stdio[3] as Writable).write(frame(fields(mark)));
    });
  }

  /** At once, with everything it started. */
  kill(): Promise<void> {
    this.#ended = true;
    if (!signalGroup(this.#child, 'SIGKILL')) this.#child.kill('SIGKILL');
    return this.#closed;
  }

  /** An idle process: asked to end, so that libraries can clean up, then killed. */
  async end(): Promise<void> {
    this.#ended = true;
    (this.#child.stdio[3] as Writable).end();
    const timer = setTimeout(() => void this.kill(), GRACE);
    await this.#closed;
    clearTimeout(timer);
  }

  #stream(index: 1 | 2 | 4): Readable {
    return this.#child.stdio[index] as Readable;
  }

  #receive(payload: Buffer): void {
    if (!this.#open) return;
    if (payload.length === 0) {
      this.#open.begun = true;
      return;
    }
    this.#open.reply = payload.toString('latin1');
    this.#settle();
  }

  #print(index: 0 | 1, chunk: Buffer): void {
    const open = this.#open;
    if (!open) return;
    if (index === 1) open.complaint = chunk.subarray(-2000).toString('utf8');
    open.streams[index].write(chunk);
    this.#settle();
  }

  /** A call is over when its answer and all it printed have arrived. */
  #settle(): void {
    const open = this.#open;
    if (open?.reply === undefined || !open.streams.every(stream => stream.ended)) return;
    this.#open = undefined;
    this.#keepAlive(false);
    for (const printer of open.printers) printer.end();
    open.resolve(open.reply);
  }

  #watchEnd(closed: () => void): void {
    this.#child.once('error', error => {
      this.#ended = true;
      this.#fail(() => new StartFailed(this.key, error));
      closed();
    });
    this.#child.once('exit', (code, signal) => {
      this.#ended = true;
      signalGroup(this.#child, 'SIGKILL');
      const finish = () => {
        clearTimeout(timer);
        this.#fail(({ begun, complaint }) => new ProcessEnded(endOf(code, signal), begun, complaint));
        for (const stream of this.#child.stdio) stream?.destroy();
        closed();
      };
      const timer = setTimeout(finish, DRAIN);
      this.#child.once('close', finish);
    });
  }

  #fail(errorOf: (open: OpenCall) => Error): void {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    for (const stream of open.streams) stream.flush();
    for (const printer of open.printers) printer.end();
    open.reject(errorOf(open));
  }

  /** An idle pool does not keep the program alive; a call does. */
  #keepAlive(busy: boolean): void {
    const handles = [this.#child, ...this.#child.stdio] as unknown as readonly (Handle | null)[];
    for (const handle of handles) busy ? handle?.ref() : handle?.unref();
  }
}

interface Handle {
  ref(): void;
  unref(): void;
}
