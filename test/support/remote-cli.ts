import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../src/cli/run-cli.ts';
import { capturedConsole } from './captured-console.ts';
import { testCli } from './test-cli.ts';
import { TestServer } from './test-server.ts';

/** A server that listens, and a command line of which it is the current context. */
export class RemoteCli {
  readonly server: TestServer;
  readonly url: string;
  /** Where `file` writes. */
  readonly folder: string;
  readonly #home: string;

  private constructor(server: TestServer, url: string, home: string) {
    this.server = server;
    this.url = url;
    this.#home = home;
    this.folder = join(home, 'files');
  }

  static async open(...options: ConstructorParameters<typeof TestServer>): Promise<RemoteCli> {
    const server = new TestServer(...options);
    const url = await server.server.listen({ port: 0, host: '127.0.0.1' });
    const remote = new RemoteCli(server, url, await mkdtemp(join(tmpdir(), 'noetl-remote-')));
    await mkdir(remote.folder);
    await remote.run('context', 'add', 'test', '--server-url', url, '--runtime', 'distributed');
    return remote;
  }

  async run(...args: readonly string[]) {
    const console = capturedConsole();
    const code = await runCli(args, { ...testCli(console), env: { HOME: this.#home } });
    return { code, ...console.written };
  }

  /** Gives where it is. */
  async file(name: string, text: string): Promise<string> {
    const path = join(this.folder, name);
    await writeFile(path, text);
    return path;
  }

  async close(): Promise<void> {
    await this.server.server.close();
    await rm(this.#home, { recursive: true, force: true });
  }
}
