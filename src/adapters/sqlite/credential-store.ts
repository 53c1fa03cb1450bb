import type { PlainMapping } from '../../common/plain-value.ts';
import { fromStoredJson, toStoredJson } from '../../common/stored-json.ts';
import type {
  Credential,
  CredentialFilter,
  CredentialStore,
  CredentialSummary,
  NewCredential,
} from '../../ports/credential-store.ts';
import { byName, isWanted } from '../common/credential-filter.ts';
import { CredentialSeal } from '../crypto/credential-seal.ts';
import type { Keyring } from '../crypto/keyring.ts';
import { columnText } from './column-text.ts';
import { type Connection, type SqlCell, type SqlRow, toId, toNumber, toText } from './connection.ts';
import type { Writer } from './group-commit.ts';
import * as sql from './sql/credentials.ts';
import type { Run } from './writer-connection.ts';

/** What else is sealed with the same keys: opened with those of now, written with those of then. */
interface Resealed {
  reseal(): (run: Run) => void;
}

/** Credentials in SQLite. Data is sealed before it comes near the file. */
export class SqliteCredentialStore implements CredentialStore {
  readonly #writer: Writer;
  readonly #seal: CredentialSeal;
  readonly #others: Resealed;
  readonly #read;
  readonly #readById;
  readonly #list;

  /** Reads by `connection`, writes by `writer`. */
  constructor(connection: Connection, writer: Writer, keyring: Keyring, others: Resealed) {
    this.#writer = writer;
    this.#others = others;
    this.#seal = new CredentialSeal(keyring);
    this.#read = connection.prepare(sql.READ_CREDENTIAL);
    this.#readById = connection.prepare(sql.READ_CREDENTIAL_BY_ID);
    this.#list = connection.prepare(sql.LIST_CREDENTIALS);
  }

  async put(credential: NewCredential, now: number): Promise<CredentialSummary> {
    const { name, type, data, description, tags = [], meta } = credential;
    await this.#writer.submit(
      // Sealed here, where it is certain that something is written: sealing may make a key.
      run =>
        run(
          sql.PUT_CREDENTIAL,
          columnText.write(name),
          columnText.write(type),
          this.#seal.close(credential, data),
          description === undefined ? null : columnText.write(description),
          toStoredJson(tags),
          meta === undefined ? null : toStoredJson(meta),
          now,
        ),
      toStoredJson(data).length,
    );
    return (await this.find(name))!;
  }

  async get(name: string): Promise<Credential | undefined> {
    const row = this.#read.get(columnText.write(name));
    if (!row) return undefined;
    const summary = summaryOf(row);
    return { ...summary, data: this.#seal.open(summary, sealedOf(row)) };
  }

  async find(nameOrId: string): Promise<CredentialSummary | undefined> {
    const byName = this.#read.get(columnText.write(nameOrId));
    const isId = /^\d{1,18}$/.test(nameOrId);
    const row = byName ?? (isId ? this.#readById.get(BigInt(nameOrId)) : undefined);
    return row && summaryOf(row);
  }

  async list(filter: CredentialFilter = {}): Promise<readonly CredentialSummary[]> {
    const all = this.#list.all().map(summaryOf);
    return all.filter(summary => isWanted(summary, filter)).sort(byName);
  }

  async remove(name: string): Promise<boolean> {
    return (await this.#writer.submit(run => run(sql.REMOVE_CREDENTIAL, columnText.write(name)), 0)) > 0;
  }

  async rekey(): Promise<number> {
    const opened = this.#list.all().map(row => {
      const summary = summaryOf(row);
      const sealed = sealedOf(row);
      return { summary, sealed, data: this.#seal.open(summary, sealed) };
    });
    const resealOthers = this.#others.reseal();
    await this.#writer.submit(run => {
      this.#seal.rotate();
      resealOthers(run);
      for (const { summary, sealed, data } of opened)
        run(sql.RESEAL_CREDENTIAL, columnText.write(summary.name), sealed, this.#seal.close(summary, data));
    }, 0);
    this.#seal.forgetOlder();
    return opened.length;
  }
}

function summaryOf([
  id,
  name,
  type,
  description,
  tags,
  meta,
  createdAt,
  updatedAt,
]: SqlRow): CredentialSummary {
  return {
    id: toId(id),
    name: textIn(name),
    type: textIn(type),
    description: description === null ? undefined : textIn(description),
    tags: fromStoredJson(toText(tags)) as readonly string[],
    meta: meta === null ? undefined : (fromStoredJson(toText(meta)) as PlainMapping),
    createdAt: toNumber(createdAt),
    updatedAt: toNumber(updatedAt),
  };
}

const textIn = (cell: SqlCell | undefined): string => columnText.read(toText(cell));

const sealedOf = (row: SqlRow): string => toText(row[8]);
