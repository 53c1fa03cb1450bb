import type { PlainValue } from '../../common/plain-value.ts';
import type { ResultRef } from '../../core/result.ts';
import type { ResultStore } from '../../ports/result-store.ts';
import { requireId } from '../common/execution-id.ts';
import { closedError } from '../common/store-error.ts';
import { readResult, type StoredResult, storedResult } from '../common/stored-result.ts';

export class MemoryResultStore implements ResultStore {
  readonly #results = new Map<string, StoredResult>();
  #isOpen = true;

  async put(executionId: string, name: string, value: PlainValue): Promise<ResultRef> {
    this.#mustBeOpen();
    requireId(executionId);
    const result = storedResult(executionId, name, value);
    this.#results.set(result.ref.uri, result);
    return result.ref;
  }

  async get(uri: string): Promise<PlainValue | undefined> {
    this.#mustBeOpen();
    const found = this.#results.get(uri);
    return found && readResult(uri, found.text, found.ref.sha256);
  }

  close(): void {
    this.#isOpen = false;
    this.#results.clear();
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the result store');
  }
}
