import type { PlainValue } from '../../common/plain-value.ts';
import type { ResultRef } from '../../core/result.ts';
import type { ResultStore, StoredValue } from '../../ports/result-store.ts';
import { requireId } from '../common/execution-id.ts';
import { closedError } from '../common/store-error.ts';
import { readResult, type StoredResult, storedResult } from '../common/stored-result.ts';

export class MemoryResultStore implements ResultStore {
  readonly #results = new Map<string, StoredResult>();
  /** The addresses of an execution's results. */
  readonly #ofExecution = new Map<string, Set<string>>();
  #isOpen = true;

  async put(executionId: string, name: string, value: PlainValue): Promise<ResultRef> {
    this.#mustBeOpen();
    requireId(executionId);
    const result = storedResult(executionId, name, value);
    const { uri } = result.ref;
    this.#results.set(uri, result);
    const siblings = this.#ofExecution.get(executionId);
    if (siblings) siblings.add(uri);
    else this.#ofExecution.set(executionId, new Set([uri]));
    return result.ref;
  }

  async get(uri: string): Promise<PlainValue | undefined> {
    this.#mustBeOpen();
    const found = this.#results.get(uri);
    return found && readResult(uri, found.text, found.ref.sha256);
  }

  async list(
    executionId: string,
    { after = '', limit }: { readonly after?: string; readonly limit: number },
  ): Promise<readonly StoredValue[]> {
    this.#mustBeOpen();
    return [...(this.#ofExecution.get(executionId) ?? [])]
      .filter(uri => uri > after)
      .sort()
      .slice(0, limit)
      .flatMap(address => this.#results.get(address) ?? [])
      .map(({ ref: { uri, sha256, bytes } }) => ({ uri, sha256, bytes }));
  }

  remove(executionId: string): void {
    for (const uri of this.#ofExecution.get(executionId) ?? []) this.#results.delete(uri);
    this.#ofExecution.delete(executionId);
  }

  close(): void {
    this.#isOpen = false;
    this.#results.clear();
    this.#ofExecution.clear();
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the result store');
  }
}
