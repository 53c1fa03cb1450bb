import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { openLocal } from '../../compose/local.ts';
import { leaveSeat, takeSeat } from '../../compose/seat.ts';
import { runCli } from '../run-cli.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noetl-credential-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dataDir = () => join(folder, 'data');

interface Around {
  readonly stdin?: string;
  readonly answers?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

async function credential(args: readonly string[], { stdin, answers, env = {} }: Around = {}) {
  const console = capturedConsole();
  const asked: string[] = [];
  const ask = async (question: string, isHidden: boolean) => {
    asked.push(`${question}${isHidden ? '(hidden)' : ''}`);
    return answers?.[question.slice(0, -2)] ?? '';
  };
  const cli = { ...testCli(console, stdin), env, ...(answers ? { ask } : {}) };
  const code = await runCli(['credential', ...args, '--data-dir', dataDir()], cli);
  return { code, out: console.written.out, err: console.written.err, asked };
}

async function stored(name: string, env: Readonly<Record<string, string>> = {}) {
  const local = await openLocal({ dataDir: dataDir(), baseDir: folder, env, onTrouble: () => {} });
  try {
    return await local.stores.credentials.get(name);
  } finally {
    await local.close();
  }
}

describe('noetl credential add', () => {
  it('stores what a file says, over it --data, over it --set', async () => {
    const file = join(folder, 'pg.json');
    const content = {
      name: 'pg',
      type: 'postgres',
      tags: ['dev'],
      data: { host: 'h', port: 1, password: 'a' },
    };
    writeFileSync(file, JSON.stringify(content));
    const args = [
      '--from-file',
      file,
      '--data',
      '{"password": "b", "port": 2}',
      '--set',
      'password=hunter22=x',
    ];
    expect(await credential(['add', ...args])).toMatchObject({
      code: 0,
      err: "added credential 'pg' (postgres)\n",
    });
    expect(await stored('pg')).toMatchObject({
      type: 'postgres',
      tags: ['dev'],
      data: { host: 'h', port: 2, password: 'hunter22=x' },
    });
    expect((await credential(['add', 'pg', '--set', 'a=1'])).err).toBe(
      "replaced credential 'pg' (generic)\n",
    );
  });

  it('takes a file that is nothing but data, in YAML too', async () => {
    const file = join(folder, 'key.yaml');
    writeFileSync(file, 'type: service_account\nprivate_key: abc\n');
    await credential(['add', 'gcp', '--type', 'gcp', '--from-file', file]);
    expect(await stored('gcp')).toMatchObject({
      type: 'gcp',
      data: { type: 'service_account', private_key: 'abc' },
    });
  });

  it('takes JSON that is piped in', async () => {
    await credential(['add', 'shop', '--type', 'bearer'], { stdin: '{"token": "hunter22"}' });
    expect(await stored('shop')).toMatchObject({ data: { token: 'hunter22' } });
  });

  it('asks at a terminal for the fields of the type, secret ones hidden', async () => {
    const answers = { username: 'kim', password: 'hunter22' };
    const { asked } = await credential(['add', 'login', '--type', 'basic'], { answers });
    expect(asked).toEqual(['username: ', 'password: (hidden)']);
    expect(await stored('login')).toMatchObject({ data: answers });
  });

  it.each([
    [['add', 'a b', '--set', 'x=1'], 'the name of a credential must be'],
    [['add', '--set', 'x=1'], 'has no name'],
    [['add', 'a'], 'there is no data'],
    [['add', 'a', '--data', '{hunter22'], '--data is no JSON: write the fields as {'],
    [['add', 'a', '--data', '["hunter22"]'], '--data must be a mapping'],
    [['add', 'a', '--set', 'hunter22'], '--set number 1 must be FIELD=VALUE'],
    [['add', 'a', '--from-file', '/none'], '/none cannot be read (ENOENT)'],
    [['add', 'a', '--type', 'no type', '--set', 'x=hunter22'], 'type must be a word'],
    [['delete', 'none'], "there is no credential 'none'"],
  ])('refuses %j without repeating a secret', async (args, message) => {
    const { code, out, err } = await credential(args);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(out + err).not.toContain('hunter22');
  });

  it('says what is wrong with a key, and with the wrong one', async () => {
    const short = await credential(['add', 'a', '--set', 'x=1'], {
      env: { NOETL_ENCRYPTION_KEY: 'c2hvcnQ=' },
    });
    expect(short).toMatchObject({ code: 2, err: expect.stringContaining('must be 32 bytes in base64') });
    const key = (n: number) => ({ NOETL_ENCRYPTION_KEY: Buffer.alloc(32, n).toString('base64') });
    await credential(['add', 'a', '--set', 'x=hunter22'], { env: key(1) });
    const wrong = await credential(['get', 'a'], { env: key(2) });
    expect(wrong).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be decrypted with this key'),
    });
    expect((await credential(['rekey'], { env: key(2) })).code).toBe(2);
    const env = { ...key(2), NOETL_ENCRYPTION_OLD_KEYS: key(1).NOETL_ENCRYPTION_KEY };
    expect((await credential(['rekey'], { env })).err).toContain('encrypted 1 credential anew');
    expect(await stored('a', key(2))).toMatchObject({ data: { x: 'hunter22' } });
  });
});

describe('noetl credential list and get', () => {
  beforeEach(async () => {
    await credential(['add', 'pg', '--type', 'postgres', '--set', 'host=db', '--set', 'password=hunter22']);
    await credential([
      'add',
      'shop',
      '--type',
      'bearer',
      '--description',
      'Shop API',
      '--set',
      'token=hunter22',
    ]);
  });

  it('show everything but secrets', async () => {
    const list = await credential(['list', '--search', 'shop']);
    expect(list.out).toMatch(/^NAME +TYPE +DESCRIPTION +UPDATED\nshop +bearer +Shop API/);
    const get = await credential(['get', 'pg']);
    expect(get.out).toContain('data.host      db\n');
    expect(get.out).toContain('data.password  ***\n');
    const json = await credential(['get', 'pg', '-o', 'json']);
    expect(JSON.parse(json.out)).toMatchObject({ name: 'pg', data: { host: 'db', password: '***' } });
    expect(list.out + get.out + json.out).not.toContain('hunter22');
  });

  it('say what there is where there is none of that name', async () => {
    expect((await credential(['get', 'pg2'])).err).toContain("no credential 'pg2'; there are: pg, shop");
  });

  it('tell when one was deleted', async () => {
    expect((await credential(['delete', 'pg'])).err).toBe("deleted credential 'pg'\n");
    expect((await credential(['list', '-o', 'json'])).out).not.toContain('"pg"');
  });
});

describe('while another process holds the directory', () => {
  it('it does what is asked, with its own key', async () => {
    const env = { NOETL_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };
    const seat = await takeSeat({ dataDir: dataDir(), baseDir: folder, env, onTrouble: () => {} });
    try {
      if (seat.kind === 'holder') await seat.listener;
      expect((await credential(['add', 'a', '--set', 'x=hunter22'])).code).toBe(0);
      expect((await credential(['add', 'b', '--set', 'x=1'])).code).toBe(0);
      expect((await credential(['delete', 'b'])).err).toBe("deleted credential 'b'\n");
      expect((await credential(['rekey'])).err).toContain('encrypted 1 credential anew');
      expect((await credential(['list', '-o', 'json'])).out).toContain('"a"');
    } finally {
      await leaveSeat(seat);
    }
    expect(await stored('a', env)).toMatchObject({ data: { x: 'hunter22' } });
  });
});
