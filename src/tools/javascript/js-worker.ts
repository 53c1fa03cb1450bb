import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { ToolIo } from '../../ports/tool.ts';
import type { Runner } from '../code/warm-pool.ts';
import { LinePrinter } from '../line-printer.ts';
import type { Answer, Message, Request, WorkerData } from './worker/messages.ts';
import { WORKER_SOURCE } from './worker/source.ts';

/** The worker ended during a call. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
}

export interface Answered {
  readonly answer: Answer;
  readonly worn: boolean;
}

interface OpenCall {
  readonly printers: Readonly<Record<'stdout' | 'stderr', LinePrinter>>;
  readonly resolve: (answered: Answered) => void;
  readonly reject: (error: Error) => void;
}

let files: WorkerData['quickjs'] | undefined;

/** Workers find no packages by name: their program is a text that stands nowhere. */
function quickJsFiles(): WorkerData['quickjs'] {
  const { resolve } = createRequire(import.meta.url);
  const variant = '@jitl/quickjs-wasmfile-release-sync';
  files ??= {
    core: resolve('quickjs-emscripten-core'),
    variant: resolve(variant),
    wasm: resolve(`${variant}/wasm`),
  };
  return files;
}

/** One worker thread, one call at a time. */
export class JsWorker implements Runner {
  readonly key: string;
  calls = 0;
  readonly #worker: Worker;
  readonly #unread = new Int32Array(new SharedArrayBuffer(4));
  #open: OpenCall | undefined;
  #ended = false;

  /** `memory`: bytes for the objects of the code. */
  constructor(key: string, memory: number, env: Readonly<Record<string, string>>) {
    this.key = key;
    const workerData: WorkerData = { unread: this.#unread, quickjs: quickJsFiles() };
    this.#worker = new Worker(WORKER_SOURCE, {
      eval: true,
      env,
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: Math.max(16, Math.ceil(memory / 2 ** 20)) },
      workerData,
    });
    this.#worker.on('message', (message: Message) => this.#receive(message));
    this.#worker.once('error', error => this.#fail(error));
    this.#worker.once('exit', code =>
      this.#fail(new WorkerEnded(`the code ended its worker with process.exit(${code})`)),
    );
    this.#worker.unref();
  }

  get ended(): boolean {
    return this.#ended;
  }

  call(request: Request, io: ToolIo): Promise<Answered> {
    if (this.#ended) return Promise.reject(new WorkerEnded('the worker has ended'));
    this.calls++;
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      const printers = { stdout: new LinePrinter(io, 'stdout'), stderr: new LinePrinter(io, 'stderr') };
      this.#open = { printers, resolve, reject };
      this.#worker.postMessage(request);
    });
  }

  async kill(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  /** Threads have nothing to clean up. */
  end(): Promise<void> {
    return this.kill();
  }

  #receive(message: Message): void {
    if (message.type === 'print') {
      this.#open?.printers[message.stream].write(Buffer.from(message.text));
      Atomics.sub(this.#unread, 0, message.text.length);
      Atomics.notify(this.#unread, 0);
      return;
    }
    this.#close()?.resolve(message);
    this.#worker.unref();
  }

  #fail(error: Error): void {
    this.#ended = true;
    this.#close()?.reject(error);
  }

  #close(): OpenCall | undefined {
    const open = this.#open;
    this.#open = undefined;
    open?.printers.stdout.end();
    open?.printers.stderr.end();
    return open;
  }
}
