import type { ToolIo } from '../../ports/tool.ts';
import { passedOn } from '../code/environment.ts';
import { type PoolLimits, WarmPool } from '../code/warm-pool.ts';
import type { ToolSettings } from '../settings.ts';
import type { PythonConfig } from './config.ts';
import { PythonProcess } from './process.ts';
import { ProcessEnded, StartFailed } from './process-errors.ts';
import { type Reply, readReply } from './reply.ts';
import { isWorn } from './wear.ts';

/** The request of a call, given the mark that ends what it prints. */
export type Request = (mark: string) => string;

/** Gives calls to warm interpreters. */
export class Interpreters {
  readonly #pool: WarmPool<PythonProcess>;
  /** Where a command leads. A version manager's shim takes a quarter of a second to find out each time. */
  readonly #executables = new Map<string, string>();

  constructor({ env, baseDir }: ToolSettings, limits: PoolLimits) {
    const place = { env: passedOn(env), cwd: baseDir };
    this.#pool = new WarmPool(
      limits,
      command => new PythonProcess({ ...place, command, executable: this.#executables.get(command) }),
    );
  }

  /** A warm process may die while nobody looks; what it had not begun is given to another, once. */
  async call(config: PythonConfig, request: Request, io: ToolIo): Promise<Reply> {
    for (let again = false; ; again = true) {
      const process = await this.#pool.acquire(config.python, config.isolate, io.signal);
      const wasWarm = process.calls > 0;
      try {
        return await this.#callOne(process, config, request, io);
      } catch (error) {
        // Should the interpreter have moved, the next call finds it again.
        if (error instanceof StartFailed) this.#executables.delete(config.python);
        const lost = error instanceof ProcessEnded && !error.begun && wasWarm && !io.signal.aborted;
        if (!lost || again) throw error;
      }
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #callOne(
    process: PythonProcess,
    { python, isolate }: PythonConfig,
    request: Request,
    io: ToolIo,
  ): Promise<Reply> {
    const kill = () => void process.kill();
    io.signal.addEventListener('abort', kill, { once: true });
    let worn = true;
    try {
      const reply = readReply(await process.call(request, io));
      worn = isolate || isWorn(process.calls, reply);
      if (reply.executable) this.#executables.set(python, reply.executable);
      return reply;
    } finally {
      io.signal.removeEventListener('abort', kill);
      this.#pool.release(process, worn);
    }
  }
}
