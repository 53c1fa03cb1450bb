import { isTerminal } from '../core/fold/fold.ts';
import type { EngineHandle } from '../ports/engine-handle.ts';

/** Executions that were handed to this process, by others or by steps that do not wait for them, and have not ended. */
export class Guests {
  readonly #engine: EngineHandle;
  readonly #open = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  readonly #stop: () => void;

  constructor(engine: EngineHandle) {
    this.#engine = engine;
    this.#stop = engine.watch(({ executionId, state }) => {
      if (isTerminal(state)) this.#leave(executionId);
    });
  }

  get open(): readonly string[] {
    return [...this.#open];
  }

  async add(executionId: string): Promise<void> {
    this.#open.add(executionId);
    if (isTerminal(await this.#engine.state(executionId))) this.#leave(executionId);
  }

  /** Resolves when there are none. */
  gone(): Promise<void> {
    return this.#open.size === 0 ? Promise.resolve() : new Promise(resolve => this.#waiting.push(resolve));
  }

  close(): void {
    this.#stop();
  }

  #leave(executionId: string): void {
    this.#open.delete(executionId);
    if (this.#open.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
