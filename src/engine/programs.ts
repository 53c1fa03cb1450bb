import { LruMap } from '../common/lru.ts';
import type { PlainValue } from '../common/plain-value.ts';
import { isError, renderProblem } from '../common/problem.ts';
import { makeProgram, type Program } from '../core/decide/program.ts';
import { load } from '../playbook/index.ts';
import type { Playbook } from '../playbook/model.ts';
import type { PlaybookStore } from '../ports/playbook-store.ts';

/** Programs by content hash, made once; and the items of large loops while their iterations are handed out. */
export class Programs {
  readonly #store: PlaybookStore;
  readonly #programs = new LruMap<string, Program>(200);
  readonly #items = new LruMap<string, Promise<readonly PlainValue[] | undefined>>(8);

  constructor(store: PlaybookStore) {
    this.#store = store;
  }

  add(playbook: Playbook): Program {
    const known = this.#programs.get(playbook.hash);
    if (known) return known;
    const program = makeProgram(playbook);
    this.#programs.set(playbook.hash, program);
    return program;
  }

  async find(hash: string): Promise<Program> {
    const known = this.#programs.get(hash);
    if (known) return known;
    const kept = await this.#store.find(hash);
    if (!kept) throw new Error(`the playbook with hash ${hash} is not in the store`);
    const { playbook, problems } = load(kept.text, { file: kept.source });
    if (!playbook) throw new Error(problems.filter(isError).map(renderProblem).join('\n'));
    return this.add(playbook);
  }

  items(
    uri: string,
    read: () => Promise<PlainValue | undefined>,
  ): Promise<readonly PlainValue[] | undefined> {
    const known = this.#items.get(uri);
    if (known) return known;
    const items = read().then(value => value as readonly PlainValue[] | undefined);
    this.#items.set(uri, items);
    return items;
  }
}
