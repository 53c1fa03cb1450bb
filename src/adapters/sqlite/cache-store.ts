import { fromStoredJson, toStoredJson } from '../../common/stored-json.ts';
import type { CacheEntry, CacheStore } from '../../ports/cache-store.ts';
import { type Connection, toNumber, toText } from './connection.ts';
import type { Writer } from './group-commit.ts';
import * as sql from './sql/cache.ts';
import { textChunks } from './text-chunks.ts';

/** The cache in SQLite. An entry shares its commit with the turns that are written at the same time. */
export class SqliteCacheStore implements CacheStore {
  readonly #writer: Writer;
  readonly #read;

  /** Reads by `connection`, writes by `writer`. */
  constructor(connection: Connection, writer: Writer) {
    this.#writer = writer;
    this.#read = connection.prepare(sql.READ_CACHED);
  }

  async find(key: string, now: number): Promise<CacheEntry | undefined> {
    const rows = this.#read.all(key, now);
    const [first] = rows;
    if (!first) return undefined;
    const [keptAt, expiresAt] = first;
    return {
      value: fromStoredJson(rows.map(([, , text]) => toText(text)).join('')),
      keptAt: toNumber(keptAt),
      expiresAt: expiresAt === null ? undefined : toNumber(expiresAt),
    };
  }

  async keep(key: string, { value, keptAt, expiresAt }: CacheEntry): Promise<void> {
    const text = toStoredJson(value);
    await this.#writer.submit(run => {
      run(sql.REMOVE_EXPIRED, keptAt);
      run(sql.REMOVE_CACHED, key);
      run(sql.INSERT_CACHED, key, keptAt, expiresAt ?? null);
      let n = 0;
      for (const chunk of textChunks(text)) run(sql.INSERT_CACHED_CHUNK, key, n++, chunk);
    }, text.length);
  }
}
