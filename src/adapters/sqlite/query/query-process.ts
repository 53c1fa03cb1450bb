import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { QueryRefused } from '../../../ports/query-store.ts';
import { readOnlyUrl } from '../read-only-url.ts';
import { isAboutFile, translateError } from '../translate-error.ts';
import { type Ask, type Reply, serve } from './serve.ts';

/** Bytes that SQLite may use for one query. */
const MEMORY = 256 * 2 ** 20;

type Answer = Exclude<Reply, { readonly error: string }>;

/**
 * A process of its own for one query. SQLite runs to the end of what it has begun, and the driver ends its
 * process where a text is no UTF-8: a thread could neither be stopped nor be let die. Its environment is empty.
 */
export class QueryProcess {
  readonly #file: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;
  #why: Error | undefined;
  #said = '';

  constructor(file: string) {
    this.#file = file;
    const driver = {
      database: readOnlyUrl(file),
      libsql: createRequire(import.meta.url).resolve('libsql'),
      memory: MEMORY,
    };
    const program = `(${serve})(require, ${JSON.stringify(driver)})`;
    this.#child = spawn(process.execPath, ['--input-type=commonjs', '-e', program], {
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = `${this.#said}${text}`.slice(-4_000);
    });
    this.#ended = new Promise((_, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', () => reject(this.#why ?? this.#died()));
    });
    this.#ended.catch(() => {});
  }

  /** One at a time. Throws `QueryRefused` for what SQLite refuses, `StoreError` where the file is in the way. */
  async ask(ask: Ask): Promise<Answer> {
    const reply = new Promise<Reply>(resolve => this.#child.once('message', resolve));
    this.#child.send(ask, () => {});
    const answer = await Promise.race([reply, this.#ended]);
    if ('error' in answer) throw errorOf(answer, this.#file);
    return answer;
  }

  /** Whoever waits is told why. */
  kill(why?: Error): void {
    this.#why ??= why;
    this.#child.kill('SIGKILL');
  }

  #died(): QueryRefused {
    return new QueryRefused('wrong', 'the query ended its process: SQLite could not carry it out', {
      cause: new Error(this.#said),
    });
  }
}

function errorOf({ error, code }: Extract<Reply, { readonly error: string }>, file: string): Error {
  const said = Object.assign(new Error(error), { code });
  if (isAboutFile(said)) return translateError(said, file);
  if (code.startsWith('SQLITE_NOMEM')) {
    return new QueryRefused(
      'excessive',
      `the query needs more than ${MEMORY / 2 ** 20} MiB of memory: filter earlier, sort less, or ask for fewer columns`,
    );
  }
  if (code.startsWith('SQLITE_READONLY')) return new QueryRefused('forbidden', ONLY_READING);
  const advice = error.startsWith('no such table') ? TABLES : '';
  return new QueryRefused('wrong', `SQLite says: ${error}${advice}`);
}

const TABLES = '; ask execution, event or queue (`noetl help data-directory` says what they hold)';

export const ONLY_READING =
  'a query only reads: write one SELECT, WITH, VALUES or EXPLAIN. What is stored changes through the other commands';
