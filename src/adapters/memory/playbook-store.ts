import type { KeptPlaybook, PlaybookStore } from '../../ports/playbook-store.ts';
import { closedError } from '../common/store-error.ts';

export class MemoryPlaybookStore implements PlaybookStore {
  readonly #playbooks = new Map<string, KeptPlaybook>();
  #isOpen = true;

  async keep(hash: string, { text, source }: KeptPlaybook): Promise<void> {
    this.#mustBeOpen();
    if (!this.#playbooks.has(hash)) this.#playbooks.set(hash, { text, source });
  }

  async find(hash: string): Promise<KeptPlaybook | undefined> {
    this.#mustBeOpen();
    return this.#playbooks.get(hash);
  }

  close(): void {
    this.#isOpen = false;
    this.#playbooks.clear();
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the playbook store');
  }
}
