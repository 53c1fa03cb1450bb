import type { Answer, Request, WorkerData } from './messages.ts';
import type { Parts } from './serve.ts';

type QuickJs = typeof import('quickjs-emscripten-core');

/** What is used of `WebAssembly`, whose types belong to browsers. */
interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Memory: new (pages: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
}

/**
 * Runs wrapped code in QuickJS, which is WebAssembly: the code reaches nothing but what is passed here as
 * text. Runs in workers, as text. Data crosses the border as JSON; integers beyond 2^53 cross it as texts
 * with a tag that no data contains by chance.
 */
export async function runSandboxed(
  request: Request,
  parts: Parts,
  print: (stream: 'stdout' | 'stderr', text: string) => void,
): Promise<Answer> {
  const { workerData } = parts.require('node:worker_threads') as typeof import('node:worker_threads');
  const { quickjs } = workerData as WorkerData;
  const tag = `bigint:${(parts.require('node:crypto') as typeof import('node:crypto')).randomUUID()}:`;

  function write(value: unknown): string {
    try {
      return JSON.stringify(value);
    } catch {
      return JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? tag + item : item));
    }
  }

  function read(text: string): unknown {
    const revive = (_: string, item: unknown) =>
      typeof item === 'string' && item.startsWith(tag) ? BigInt(item.slice(tag.length)) : item;
    return JSON.parse(text, text.includes(tag) ? revive : undefined);
  }

  /** The program around the code: it takes what it needs away from the global scope before the code runs. */
  const AROUND = `(() => {
    const [tag, print, done, text] = [__tag, __print, __done, __data];
    for (const name of ["__tag", "__print", "__done", "__data"]) delete globalThis[name];
    const { JSON, BigInt, String } = globalThis;
    const [toPlain, finish, valuesOf] = [${parts.toPlain}, ${parts.finish}, ${parts.valuesOf}];
    const write = ${write};
    const read = ${read};
    const shown = value => {
      if (typeof value === "string") return value;
      try {
        return JSON.stringify(toPlain(value, []), (_, item) => typeof item === "bigint" ? item + "n" : item);
      } catch {
        return String(value);
      }
    };
    const log = stream => (...args) => print(stream, args.map(shown).join(" "));
    const [out, err] = [log("stdout"), log("stderr")];
    globalThis.console = { log: out, info: out, debug: out, error: err, warn: err };
    const about = error => typeof error === "object" && error !== null
      ? { name: String(error.name), message: String(error.message), stack: String(error.stack), noetlCode: error.noetlCode }
      : { name: "Error", message: String(error), stack: "" };
    return run => {
      const data = read(text);
      finish(hooks => run(hooks, ...valuesOf(data, {})), data)
        .then(value => {
          const notes = [];
          done(write({ ok: true, data: toPlain(value, notes), notes }));
        })
        .catch(error => done(write({ ok: false, error: about(error) })));
    };
  })()`;

  /**
   * The limit is that of the WebAssembly memory: QuickJS counts its allocations, but not their sizes. An
   * instance is kept for the next call with the same limit.
   */
  function load() {
    const { memory } = request.sandbox!;
    if (parts.quickjs?.limit === memory) return parts.quickjs;
    const core = parts.require(quickjs.core) as QuickJs;
    const { readFileSync } = parts.require('node:fs') as typeof import('node:fs');
    const { Module, Memory } = Reflect.get(globalThis, 'WebAssembly') as Wasm;
    const wasmModule = parts.quickjs?.wasmModule ?? new Module(readFileSync(quickjs.wasm));
    const pages = { initial: 256, maximum: Math.max(256, Math.floor(memory / 65_536)) };
    const wasmMemory = new Memory(pages);
    const base = parts.require(quickjs.variant).default;
    const instance = core.newQuickJSWASMModuleFromVariant(core.newVariant(base, { wasmModule, wasmMemory }));
    parts.quickjs = { limit: memory, wasmModule, wasmMemory, instance };
    return parts.quickjs;
  }

  /** One that ran out of memory may not find its way back, and one that grew keeps what it has. */
  function discardIfSpoilt(): void {
    const grown = loaded.wasmMemory.buffer.byteLength > 48 * 2 ** 20;
    if (parts.quickjs && (spoilt || grown)) parts.quickjs = { ...parts.quickjs, limit: -1 };
  }

  const loaded = load();
  let spoilt = false;
  const runtime = (await loaded.instance).newRuntime();
  runtime.setMaxStackSize(256 * 1024);
  const context = runtime.newContext();
  let answer: Answer | undefined;

  function failure(name: string, message: string, stack = '', code?: string): Answer {
    const error = { name, message, stack: stack === '' ? undefined : `${name}: ${message}\n${stack}` };
    const described = parts.describeError(error, request);
    spoilt ||= name === 'InternalError' && message === 'out of memory';
    return { ok: false, error: { ...described, code } };
  }

  function expose(): void {
    const add = (name: string, fn: (...args: string[]) => void) => {
      const handle = context.newFunction(name, (...args) => fn(...args.map(arg => context.getString(arg))));
      context.setProp(context.global, name, handle);
      handle.dispose();
    };
    const { names, globals, input, context: around, resultIsOwn } = request;
    const texts = { __tag: tag, __data: write({ names, globals, input, context: around, resultIsOwn }) };
    for (const [name, text] of Object.entries(texts)) {
      const handle = context.newString(text);
      context.setProp(context.global, name, handle);
      handle.dispose();
    }
    add('__print', (stream, text) => print(stream === 'stderr' ? 'stderr' : 'stdout', `${text}\n`));
    add('__done', text => {
      if (answer) return;
      const said = read(text!) as Answer & {
        error: { name: string; message: string; stack: string; noetlCode?: string };
      };
      answer = said.ok
        ? { ok: true, data: said.data, notes: Array.from(said.notes, String).slice(0, 20) }
        : failure(said.error.name, said.error.message, said.error.stack, said.error.noetlCode);
    });
  }

  /** The value of some code, or an answer that says why there is none. */
  function evaluate(source: string, filename: string) {
    const outcome = context.evalCode(source, filename, { type: 'global' });
    if (!outcome.error) return outcome.value;
    answer = thrownBy(outcome.error);
    return undefined;
  }

  function thrownBy(handle: Parameters<typeof context.dump>[0]): Answer {
    const thrown = context.dump(handle);
    handle.dispose();
    // Without memory for the error itself, nothing is thrown.
    if (thrown === null) return failure('InternalError', 'out of memory');
    return failure(String(thrown?.name ?? 'Error'), String(thrown?.message ?? thrown), thrown?.stack);
  }

  function tidy(): void {
    try {
      if (!spoilt) context.dispose();
      if (!spoilt) runtime.dispose();
    } catch {
      spoilt = true;
    }
    discardIfSpoilt();
  }

  try {
    expose();
    const start = evaluate(AROUND, '<sandbox>');
    let run = start && evaluate(request.source, request.filename);
    if (start && !run && request.moduleSource !== undefined) {
      answer = undefined;
      run = evaluate(request.moduleSource, request.filename);
    }
    if (start && run) {
      const outcome = context.callFunction(start, context.undefined, run);
      if (outcome.error) answer = thrownBy(outcome.error);
      else outcome.value.dispose();
      while (!answer && runtime.hasPendingJob()) {
        const jobs = runtime.executePendingJobs(1000);
        if (jobs.error) answer = thrownBy(jobs.error);
      }
    }
    start?.dispose();
    run?.dispose();
    return answer ?? failure('Error', 'the code waits for something that cannot happen in a sandbox');
  } finally {
    tidy();
  }
}
