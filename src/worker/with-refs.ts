import type { PlainValue } from '../common/plain-value.ts';
import { NeedRef } from '../core/decide/need-ref.ts';
import type { Result } from '../core/result.ts';
import { NeedSecret } from './keychain/secret-error.ts';
import type { Load, WorkerServices } from './services.ts';

/** Stored values that a command has read so far, kept for as long as the command runs. */
export class Refs {
  readonly #loaded = new Map<string, PlainValue>();
  readonly #services: Pick<WorkerServices, 'loadRef'>;

  constructor(services: Pick<WorkerServices, 'loadRef'>) {
    this.#services = services;
  }

  readonly load: Load = (result: Result) => {
    if (result.kind === 'none') return undefined;
    if (result.kind === 'inline') return result.data;
    const uri = result.kind === 'stored' ? result.ref.uri : result.uri;
    const value = this.#loaded.get(uri);
    if (value === undefined) throw new NeedRef(uri);
    return value;
  };

  /**
   * Rendering is synchronous: when it touches a stored value or a secret, that is loaded and the rendering
   * taken again. So is the call of a tool, which looks at what it reads before it does anything.
   */
  async resolve<T>(render: () => T | Promise<T>): Promise<T> {
    for (;;) {
      try {
        const rendered = render();
        return rendered instanceof Promise ? await rendered : rendered;
      } catch (error) {
        if (error instanceof NeedSecret) await error.fetch();
        else if (error instanceof NeedRef) await this.#fetch(error.uri);
        else throw error;
      }
    }
  }

  async #fetch(uri: string): Promise<void> {
    const value = await this.#services.loadRef(uri);
    if (value === undefined) throw new Error(`the stored value ${uri} is not available any more`);
    this.#loaded.set(uri, value);
  }
}
