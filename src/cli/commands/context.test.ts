import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { contextsFile } from '../../config/contexts-file.ts';
import { runCli } from '../run-cli.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'noetl-context-'));
});

async function noetl(line: string, env: Record<string, string> = {}) {
  const console = capturedConsole();
  const code = await runCli(line.split(' '), { ...testCli(console), env: { HOME: home, ...env } });
  return { code, ...console.written };
}

describe('noetl context', () => {
  it('adds, lists, uses and deletes servers by name', async () => {
    expect(await noetl('context add dev --server-url http://127.0.0.1:1')).toMatchObject({
      code: 0,
      err: 'current context dev: http://127.0.0.1:1\n',
    });
    await noetl('context add prod --server-url https://p --runtime distributed');
    expect((await noetl('context list')).out).toBe(
      '   NAME  SERVER              RUNTIME\n*  dev   http://127.0.0.1:1  auto\n   prod  https://p           distributed\n',
    );
    expect((await noetl('context use prod')).err).toBe('current context prod: https://p\n');
    expect((await noetl('context set-runtime local')).err).toBe('context prod: runtime local\n');
    expect((await noetl('context current')).out).toBe("https://p  by the context 'prod', runtime local\n");
    expect((await noetl('context set-runtime cloud')).code).toBe(2);
    expect((await noetl('context delete prod')).err).toContain('none is current now');
    expect(JSON.parse((await noetl('context list -o json')).out)).toEqual([
      { name: 'dev', server_url: 'http://127.0.0.1:1', runtime: 'auto', current: false },
    ]);
  });

  it('takes the address of the API that a server prints for the server', async () => {
    for (const written of ['http://dev:1/api', 'http://dev:1/api/', 'http://dev:1//', 'http://dev:1']) {
      const { out } = await noetl('context current', { NOETL_SERVER_URL: written });
      expect(out).toBe('http://dev:1  by NOETL_SERVER_URL\n');
    }
  });

  it('says which server is used, and why', async () => {
    expect((await noetl('context current')).out).toBe('http://127.0.0.1:8082  by the default\n');
    await noetl('context add dev --server-url http://dev:1');
    expect((await noetl('context current')).out).toBe("http://dev:1  by the context 'dev'\n");
    const said = await noetl('context current', { NOETL_SERVER_URL: 'http://env:1' });
    expect(said.out).toBe('http://env:1  by NOETL_SERVER_URL\n');
  });

  it('refuses what it does not know or cannot read, and changes nothing', async () => {
    expect(await noetl('context use x')).toMatchObject({ code: 2 });
    expect(await noetl('context add x --server-url nowhere')).toMatchObject({
      code: 2,
      err: "error: --server-url must be an address such as http://127.0.0.1:8082, not 'nowhere'\n",
    });
    expect((await noetl('context add x --server-url dev.example.com:8082')).err).toContain(
      'did you mean http://dev.example.com:8082?',
    );
    await noetl('context add dev --server-url http://dev:1');
    await writeFile(contextsFile({ HOME: home }), 'contexts: 3\n');
    expect(await noetl('context list')).toMatchObject({ code: 2, out: '' });
  });
});
