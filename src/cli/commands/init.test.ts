import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { runCli } from '../run-cli.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noetl-init-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(...args: readonly string[]) {
  const console = capturedConsole();
  return { code: await runCli(args, testCli(console)), ...console.written };
}

describe('noetl init', () => {
  it('writes a playbook that is valid, formatted, and passes its tests', async () => {
    const { code, out } = await run('init', join(folder, 'shop'));
    const playbook = join(folder, 'shop/hello.yaml');
    expect(code).toBe(0);
    expect(out).toContain(`created  ${playbook}\n`);
    expect(await run('validate', '--strict', playbook)).toMatchObject({ code: 0 });
    expect(await run('fmt', '--check', playbook)).toMatchObject({ code: 0 });
    const tested = await run('test', playbook);
    expect(tested.out).toContain('2 tests: 2 passed');
    expect(tested.out).not.toContain('not reached');
  });

  it('names three commands to go on with, and they work', async () => {
    const { out } = await run('init', folder);
    const commands = [...out.matchAll(/^ {2}noetl (\S.*?) {3}/gm)].map(([, args]) => args!.trim().split(' '));
    expect(commands.map(([command]) => command)).toEqual(['run', 'test', 'validate']);
    for (const args of commands) {
      const ephemeral = args[0] === 'run' ? ['--ephemeral'] : [];
      expect(await run(...args, ...ephemeral)).toMatchObject({ code: 0 });
    }
  });

  it('gives the editor the schema that its first line names', async () => {
    await run('init', folder);
    const [first] = (await readFile(join(folder, 'hello.yaml'), 'utf8')).split('\n');
    const file = /^# yaml-language-server: \$schema=(\S+)$/.exec(first!)?.[1];
    expect(await readFile(join(folder, file!), 'utf8')).toBe((await run('schema')).out);
  });

  it('overwrites nothing, and says what is there', async () => {
    await writeFile(join(folder, 'hello.yaml'), 'mine');
    await writeFile(join(folder, '.gitignore'), 'node_modules\n');
    const { code, out } = await run('init', folder);
    expect(code).toBe(0);
    expect(await readFile(join(folder, 'hello.yaml'), 'utf8')).toBe('mine');
    expect(out).toContain(`exists   ${join(folder, 'hello.yaml')}, left as it is\n`);
    expect(out).toContain(
      `exists   ${join(folder, '.gitignore')}, left as it is: add the line .noetl/ to it\n`,
    );
  });

  it('says so where the folder is none', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, err } = await run('init', join(folder, 'file'));
    expect(code).toBe(2);
    expect(err).toContain('the folder cannot be written to');
  });
});
