import { LruMap } from '../common/lru.ts';
import { isError, renderProblem } from '../common/problem.ts';
import { makeProgram, type Program } from '../core/decide/program.ts';
import { load } from '../playbook/index.ts';
import type { Playbook } from '../playbook/model.ts';
import type { KeptPlaybook, PlaybookStore } from '../ports/playbook-store.ts';

/** Engines that stand side by side in one process, as those of tests do, share what a playbook was made into. */
const made = new WeakMap<Playbook, Program>();

/** Programs by content hash, made once. */
export class Programs {
  readonly #store: PlaybookStore;
  readonly #programs = new LruMap<string, Program>(200);
  readonly #kept = new LruMap<string, true>(10_000);

  constructor(store: PlaybookStore) {
    this.#store = store;
  }

  add(playbook: Playbook): Program {
    const known = this.#programs.get(playbook.hash);
    if (known) return known;
    const program = made.get(playbook) ?? makeProgram(playbook);
    made.set(playbook, program);
    this.#programs.set(playbook.hash, program);
    return program;
  }

  /** Durable when it resolves; one that is known to be kept costs nothing. */
  async keep(hash: string, playbook: KeptPlaybook): Promise<void> {
    if (this.#kept.get(hash)) return;
    await this.#store.keep(hash, playbook);
    this.#kept.set(hash, true);
  }

  async find(hash: string): Promise<Program> {
    const known = this.#programs.get(hash);
    if (known) return known;
    const kept = await this.#store.find(hash);
    if (!kept) throw new Error(`the playbook with hash ${hash} is not in the store`);
    const { playbook, problems } = load(kept.text, { file: kept.source, wasAccepted: true });
    if (!playbook) throw new Error(problems.filter(isError).map(renderProblem).join('\n'));
    return this.add(playbook);
  }
}
