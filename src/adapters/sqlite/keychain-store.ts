import {
  EXPIRED_SHOWN_FOR,
  type KeptSecret,
  type KeychainFilter,
  type KeychainKey,
  type KeychainStore,
  type KeychainSummary,
  type NewSecret,
} from '../../ports/keychain-store.ts';
import { parseId, requireId } from '../common/execution-id.ts';
import { byNameAndAge, isMeant } from '../common/keychain-filter.ts';
import { KeychainSeal } from '../crypto/keychain-seal.ts';
import type { Keyring } from '../crypto/keyring.ts';
import { AccessCounts, type Accesses } from './access-counts.ts';
import { columnText } from './column-text.ts';
import { type Connection, type SqlRow, type SqlValue, toNumber } from './connection.ts';
import type { Writer } from './group-commit.ts';
import { NOBODY, sealedOf, summaryOf } from './keychain-row.ts';
import * as sql from './sql/keychain.ts';
import type { Run } from './writer-connection.ts';

/** What a secret counts towards the size of a commit. */
const SECRET_BYTES = 4096;

/** The keychain in SQLite. Values are sealed before they come near the file. */
export class SqliteKeychainStore implements KeychainStore {
  readonly #writer: Writer;
  readonly #seal: KeychainSeal;
  readonly #accesses = new AccessCounts(counts => this.#writeAccesses(counts));
  readonly #find;
  readonly #read;
  readonly #list;
  readonly #listOf;
  readonly #hasOf;
  readonly #countExpired;

  /** Reads by `connection`, writes by `writer`. */
  constructor(connection: Connection, writer: Writer, keyring: Keyring) {
    this.#writer = writer;
    this.#seal = new KeychainSeal(keyring);
    this.#find = connection.prepare(sql.FIND_SECRET);
    this.#read = connection.prepare(sql.READ_SECRET);
    this.#list = connection.prepare(sql.LIST_SECRETS);
    this.#listOf = connection.prepare(sql.LIST_SECRETS_OF);
    this.#hasOf = connection.prepare(sql.HAS_SECRETS_OF);
    this.#countExpired = connection.prepare(sql.COUNT_EXPIRED_SECRETS);
  }

  async find(key: KeychainKey, now: number): Promise<KeptSecret | undefined> {
    return this.#open(this.#find.get(...placeOf(key), this.#seal.soughtVariantOf(key.asked)), now);
  }

  async open(id: string, now: number): Promise<KeptSecret | undefined> {
    return /^\d{1,18}$/.test(id) ? this.#open(this.#read.get(BigInt(id)), now) : undefined;
  }

  async put(secret: NewSecret, now: number): Promise<KeychainSummary> {
    if (secret.executionId !== undefined) requireId(secret.executionId);
    const place = placeOf(secret);
    const { asked, kind, holds, autoRenew, expiresAt } = secret;
    await this.#writer.submit(run => {
      run(sql.REMOVE_EXPIRED_SECRETS, now - EXPIRED_SHOWN_FOR);
      if (asked === '') run(sql.REMOVE_RESOLVED, ...place);
      // Sealed here, where it is certain that something is written: sealing may make a key.
      const sealed = this.#seal.close(secret, secret);
      const about = [columnText.write(kind), holds, sealed, autoRenew ? 1 : 0, expiresAt, now];
      run(sql.PUT_SECRET, ...place, this.#seal.variantOf(asked), ...about);
    }, SECRET_BYTES);
    return this.#accesses.addTo(summaryOf(this.#find.get(...place, this.#seal.variantOf(asked))!));
  }

  async list(filter: KeychainFilter = {}): Promise<readonly KeychainSummary[]> {
    return this.#rowsOf(filter)
      .map(row => this.#accesses.addTo(summaryOf(row)))
      .filter(summary => isMeant(summary, filter))
      .sort(byNameAndAge);
  }

  async remove(filter: KeychainFilter): Promise<number> {
    const ids = (await this.list(filter)).map(({ id }) => BigInt(id));
    if (ids.length === 0) return 0;
    return this.#writer.submit(
      run => ids.reduce((count, id) => count + run(sql.REMOVE_SECRET, id), 0),
      SECRET_BYTES,
    );
  }

  /** Most executions have none: they cost no commit. */
  async endExecution(executionId: string): Promise<number> {
    const id = parseId(executionId);
    if (id === undefined || this.#hasOf.get(id) === undefined) return 0;
    return this.#writer.submit(run => run(sql.REMOVE_OF_EXECUTION, id), SECRET_BYTES);
  }

  async countExpired(time: number): Promise<number> {
    return toNumber(this.#countExpired.get(time)?.[0]);
  }

  async removeExpired(time: number): Promise<number> {
    return this.#writer.submit(run => run(sql.REMOVE_EXPIRED_SECRETS, time), SECRET_BYTES);
  }

  /** Before the writer is closed. */
  flush(): Promise<void> {
    return this.#accesses.flush();
  }

  /**
   * Opens everything with the keys of now; the result seals it with those of then. What no key opens any more is
   * removed: it is resolved anew.
   */
  reseal(): (run: Run) => void {
    const opened = this.#list.all().map(row => {
      const summary = summaryOf(row);
      const sealed = sealedOf(row);
      return { summary, sealed, parts: this.#seal.open(summary, sealed) };
    });
    return run => {
      for (const { summary, sealed, parts } of opened) {
        if (!parts) run(sql.REMOVE_SECRET, BigInt(summary.id));
        else run(sql.RESEAL_SECRET, BigInt(summary.id), sealed, ...this.#sealedAnew(summary, parts));
      }
    };
  }

  #sealedAnew(...[owner, parts]: Parameters<KeychainSeal['close']>): readonly [string, string] {
    return [this.#seal.close(owner, parts), this.#seal.variantOf(parts.asked)];
  }

  #open(row: SqlRow | undefined, now: number): KeptSecret | undefined {
    const summary = row && summaryOf(row);
    const parts = summary && this.#seal.open(summary, sealedOf(row));
    if (!parts) return undefined;
    this.#accesses.note(summary.id, now);
    const { fields, renewConfig } = parts;
    return this.#accesses.addTo({ ...summary, fields, renewConfig });
  }

  #writeAccesses(counts: ReadonlyMap<string, Accesses>): Promise<void> {
    return this.#writer.submit(run => {
      for (const [id, { count, at }] of counts) run(sql.COUNT_ACCESS, BigInt(id), count, at);
    }, 0);
  }

  #rowsOf({ playbook }: KeychainFilter): readonly SqlRow[] {
    return playbook === undefined ? this.#list.all() : this.#listOf.all(columnText.write(playbook));
  }
}

/** The columns before the variant. */
const placeOf = ({ playbook, name, scope, executionId }: KeychainKey): readonly SqlValue[] => [
  columnText.write(playbook),
  columnText.write(name),
  scope,
  executionId === undefined ? NOBODY : (parseId(executionId) ?? NOBODY),
];
