import type { CallNames, Hooks } from './finish.ts';
import type { Answer, Message, RaisedError, Request, WorkerData } from './messages.ts';

/** The other functions that a worker consists of. */
export interface Parts {
  readonly require: NodeJS.Require;
  readonly toPlain: (value: unknown, notes: string[]) => unknown;
  readonly finish: (run: (hooks: Hooks) => unknown, names: CallNames) => Promise<unknown>;
  readonly describeError: (thrown: unknown, place: { filename: string; folder: string }) => RaisedError;
  readonly valuesOf: typeof import('./values-of.ts').valuesOf;
  readonly compileTrusted: (request: Request, parts: Parts) => (hooks: Hooks) => Promise<unknown>;
  readonly runSandboxed: (
    request: Request,
    parts: Parts,
    print: (stream: 'stdout' | 'stderr', text: string) => void,
  ) => Promise<Answer>;
  /** Loaded by the first call in a sandbox. */
  quickjs?: LoadedQuickJs;
}

export interface LoadedQuickJs {
  /** Bytes; -1: the instance must not be used again. */
  readonly limit: number;
  readonly wasmModule: object;
  readonly wasmMemory: { readonly buffer: ArrayBuffer };
  readonly instance: Promise<import('quickjs-emscripten-core').QuickJSWASMModule>;
}

/** The loop of a worker: one request, what it prints, one answer. Runs as text. */
export function serve(parts: Parts): void {
  const { require } = parts;
  const { parentPort, workerData } = require('node:worker_threads') as typeof import('node:worker_threads');
  const { format } = require('node:util') as typeof import('node:util');
  const { unread } = workerData as WorkerData;
  const port = parentPort!;
  const MAX_UNREAD = 4 * 2 ** 20;
  /** This thread's own copy, made of what it was given. */
  const env: Record<string, string | undefined> = Reflect.get(process, 'env');
  const firstEnv = { ...env };
  const firstNames = new Set(Object.getOwnPropertyNames(globalThis));

  const send = (message: Message) => port.postMessage(message);

  /** Waits while the reader is behind: code may print faster than anyone can read. */
  function print(stream: 'stdout' | 'stderr', text: string): void {
    for (let at = 0; at === 0 || at < text.length; at += MAX_UNREAD / 4) {
      const piece = text.slice(at, at + MAX_UNREAD / 4);
      for (let now = Atomics.load(unread, 0); now > MAX_UNREAD; now = Atomics.load(unread, 0))
        Atomics.wait(unread, 0, now);
      Atomics.add(unread, 0, piece.length);
      send({ type: 'print', stream, text: piece });
    }
  }

  function capture(): void {
    const log =
      (stream: 'stdout' | 'stderr') =>
      (...args: unknown[]) =>
        print(stream, `${format(...args)}\n`);
    const [out, err] = [log('stdout'), log('stderr')];
    Object.assign(console, { log: out, info: out, debug: out, error: err, warn: err, trace: err });
    for (const stream of ['stdout', 'stderr'] as const)
      process[stream].write = (chunk: unknown) => {
        print(stream, typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString('utf8'));
        return true;
      };
  }

  function restore(): void {
    // Files of the user may be edited before the next call; packages are not.
    for (const file of Object.keys(require.cache))
      if (!file.includes('/node_modules/')) delete require.cache[file];
    for (const name of Object.getOwnPropertyNames(globalThis))
      if (!firstNames.has(name)) Reflect.deleteProperty(globalThis, name);
    for (const name of Object.keys(env)) if (!Object.hasOwn(firstEnv, name)) delete env[name];
    for (const name of Object.keys(firstEnv)) if (env[name] !== firstEnv[name]) env[name] = firstEnv[name];
  }

  async function answerTrusted(request: Request): Promise<Answer> {
    try {
      Object.assign(env, request.env);
      const notes: string[] = [];
      const value = await parts.finish(parts.compileTrusted(request, parts), request);
      return { ok: true, data: parts.toPlain(value, notes), notes: notes.slice(0, 20) };
    } catch (error) {
      return { ok: false, error: parts.describeError(error, request) };
    }
  }

  /** Timers, sockets and the like that the code left open. */
  const goesOn = () => process.getActiveResourcesInfo().some(name => name !== 'MessagePort');

  port.on('message', async (request: Request) => {
    const answer = request.sandbox
      ? await parts.runSandboxed(request, parts, print)
      : await answerTrusted(request);
    const worn = goesOn();
    restore();
    send({ type: 'answer', answer, worn });
  });
  capture();
}
