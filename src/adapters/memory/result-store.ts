import type { PlainValue } from '../../common/plain-value.ts';
import type { ResultRef } from '../../core/result.ts';
import type {
  Body,
  BodyFormat,
  ExpiringRef,
  ResultStore,
  StoredBody,
  StoredValue,
} from '../../ports/result-store.ts';
import { requireId } from '../common/execution-id.ts';
import { closedError } from '../common/store-error.ts';
import { BodyDigest, checkedPieces, piecesOf, readBody } from '../common/stored-body.ts';
import { readResult, type StoredResult, storedResult } from '../common/stored-result.ts';

/** A value as text, or a body as it came. */
type Kept = StoredResult | KeptBody;

interface KeptBody {
  readonly ref: ResultRef;
  readonly format: BodyFormat;
  readonly pieces: readonly Uint8Array[];
}

export class MemoryResultStore implements ResultStore {
  readonly #results = new Map<string, Kept>();
  /** The addresses of an execution's results. */
  readonly #ofExecution = new Map<string, Set<string>>();
  /** Of those that are kept for a time: when they are gone. */
  readonly #expiries = new Map<string, number>();
  readonly #now: () => number;
  #isOpen = true;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async put(executionId: string, name: string, value: PlainValue): Promise<ResultRef> {
    this.#mustBeOpen();
    requireId(executionId);
    return this.#keep(executionId, storedResult(executionId, name, value));
  }

  async putUntil(
    executionId: string,
    name: string,
    value: PlainValue,
    expiresAt: number,
  ): Promise<ExpiringRef> {
    this.#mustBeOpen();
    requireId(executionId);
    this.removeExpired(this.#now());
    const stored = storedResult(executionId, name, value);
    const { uri } = stored.ref;
    const known = this.#expiries.get(uri);
    const isForEver = this.#results.has(uri) && known === undefined;
    this.#keep(executionId, stored);
    if (!isForEver) this.#expiries.set(uri, Math.max(known ?? 0, expiresAt));
    return { ref: stored.ref, expiresAt: this.#expiries.get(uri) };
  }

  async write(executionId: string, name: string, body: Body): Promise<ResultRef> {
    this.#mustBeOpen();
    requireId(executionId);
    const digest = new BodyDigest();
    const pieces: Uint8Array[] = [];
    for await (const piece of piecesOf(body.chunks)) {
      this.#mustBeOpen();
      digest.add(piece);
      pieces.push(piece);
    }
    this.#mustBeOpen();
    return this.#keep(executionId, { ref: digest.refOf(executionId, name), format: body.format(), pieces });
  }

  async get(uri: string): Promise<PlainValue | undefined> {
    this.#mustBeOpen();
    const found = this.#find(uri);
    if (!found) return undefined;
    if ('text' in found) return readResult(uri, found.text, found.ref.sha256);
    return readBody(found.ref, found.format, () => found.pieces);
  }

  async read(uri: string): Promise<StoredBody | undefined> {
    this.#mustBeOpen();
    const found = this.#find(uri);
    if (!found || 'text' in found) return undefined;
    const { ref, format, pieces } = found;
    return { uri, sha256: ref.sha256, bytes: ref.bytes, format, chunks: checkedPieces(ref, pieces) };
  }

  async list(
    executionId: string,
    { after = '', limit }: { readonly after?: string; readonly limit: number },
  ): Promise<readonly StoredValue[]> {
    this.#mustBeOpen();
    return [...(this.#ofExecution.get(executionId) ?? [])]
      .filter(uri => uri > after && this.#find(uri) !== undefined)
      .sort()
      .slice(0, limit)
      .flatMap(address => this.#results.get(address) ?? [])
      .map(({ ref: { uri, sha256, bytes } }) => ({ uri, sha256, bytes }));
  }

  /** Whether it was there, and is one of an execution's. */
  removeOne(executionId: string, uri: string): boolean {
    this.#expiries.delete(uri);
    return (this.#ofExecution.get(executionId)?.delete(uri) ?? false) && this.#results.delete(uri);
  }

  expired(now: number): readonly string[] {
    return [...this.#expiries].filter(([, expiresAt]) => expiresAt <= now).map(([uri]) => uri);
  }

  removeExpired(now: number): number {
    const uris = this.expired(now);
    for (const uri of uris) {
      for (const id of this.#ofExecution.keys()) if (this.removeOne(id, uri)) break;
      this.#expiries.delete(uri);
    }
    return uris.length;
  }

  /** Of all executions that have some. */
  *all(): Generator<readonly StoredValue[]> {
    for (const uris of this.#ofExecution.values())
      yield [...uris].flatMap(uri => this.#results.get(uri)?.ref ?? []);
  }

  remove(executionId: string): void {
    for (const uri of this.#ofExecution.get(executionId) ?? []) {
      this.#results.delete(uri);
      this.#expiries.delete(uri);
    }
    this.#ofExecution.delete(executionId);
  }

  close(): void {
    this.#isOpen = false;
    this.#results.clear();
    this.#expiries.clear();
    this.#ofExecution.clear();
  }

  #find(uri: string): Kept | undefined {
    const expiresAt = this.#expiries.get(uri);
    return expiresAt !== undefined && expiresAt <= this.#now() ? undefined : this.#results.get(uri);
  }

  /** What is there already has the same content, and stays. */
  #keep(executionId: string, kept: Kept): ResultRef {
    const { uri } = kept.ref;
    this.#expiries.delete(uri);
    if (!this.#results.has(uri)) this.#results.set(uri, kept);
    const siblings = this.#ofExecution.get(executionId);
    if (siblings) siblings.add(uri);
    else this.#ofExecution.set(executionId, new Set([uri]));
    return kept.ref;
  }

  #mustBeOpen(): void {
    if (!this.#isOpen) throw closedError('the result store');
  }
}
