import type { KeptPlaybook, PlaybookStore } from '../../ports/playbook-store.ts';
import { columnText } from './column-text.ts';
import { type Connection, toText } from './connection.ts';
import type { Writer } from './group-commit.ts';
import * as sql from './sql/playbooks.ts';

export class SqlitePlaybookStore implements PlaybookStore {
  readonly #writer: Writer;
  readonly #find;

  /** Reads by `connection`, writes by `writer`. */
  constructor(connection: Connection, writer: Writer) {
    this.#writer = writer;
    this.#find = connection.prepare(sql.FIND_PLAYBOOK);
  }

  async keep(hash: string, { text, source }: KeptPlaybook): Promise<void> {
    const values = [hash, source, text].map(columnText.write);
    await this.#writer.submit(run => run(sql.KEEP_PLAYBOOK, ...values), text.length);
  }

  async find(hash: string): Promise<KeptPlaybook | undefined> {
    const row = this.#find.get(columnText.write(hash));
    if (!row) return undefined;
    const [source, text] = row.map(value => columnText.read(toText(value))) as [string, string];
    return { text, source };
  }
}
