import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/cli/run-cli.ts';
import { openServer, type ServerProcess } from '../../src/compose/server.ts';
import { readServerConfig } from '../../src/config/server-config.ts';
import { capturedConsole } from './captured-console.ts';
import { testCli } from './test-cli.ts';

/** A server that holds a data directory, in this process, and command lines that work with either. */
export class ServedDirectory {
  readonly dataDir: string;
  readonly #server: ServerProcess;
  readonly #home: string;

  private constructor(dataDir: string, server: ServerProcess, home: string) {
    this.dataDir = dataDir;
    this.#server = server;
    this.#home = home;
  }

  /** `folder`: where the directory is, or will be; a folder of its own unless given. */
  static async open(env: Readonly<Record<string, string>> = {}, folder?: string): Promise<ServedDirectory> {
    const home = folder ?? (await mkdtemp(join(tmpdir(), 'noetl-served-')));
    const dataDir = join(home, 'data');
    const config = readServerConfig({ NOETL_PORT: '0', NOETL_LOG_LEVEL: 'silent', ...env });
    const server = await openServer({
      dataDir,
      env: {},
      config,
      log: { write: () => {}, isReadable: false },
    });
    return new ServedDirectory(dataDir, server, home);
  }

  get url(): string {
    return this.#server.url;
  }

  /** Through the API. */
  remote(...args: readonly string[]) {
    return this.#run([...args, '--server-url', this.url]);
  }

  /** In the directory, which the server holds. */
  here(...args: readonly string[]) {
    return this.#run([...args, '--data-dir', this.dataDir]);
  }

  async close(): Promise<void> {
    await this.#server.close(Promise.resolve());
  }

  async #run(args: readonly string[]) {
    const console = capturedConsole();
    const code = await runCli(args, { ...testCli(console), env: { HOME: this.#home } });
    return { code, ...console.written };
  }
}
