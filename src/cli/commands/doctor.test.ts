import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { openDataDirectory } from '../../adapters/sqlite/data-directory.ts';
import type { Answer, AskProgram } from '../doctor/ask-program.ts';
import { checkFile, checkLock } from '../doctor/directory.ts';
import { checkDocker, checkNode, checkPython } from '../doctor/programs.ts';
import { sizeText } from '../doctor/size-text.ts';
import { checkEnvFiles, checkLocale, checkPort } from '../doctor/surroundings.ts';
import { doctorCommand } from './doctor.ts';

const folder = mkdtempSync(join(tmpdir(), 'noetl-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const answering =
  (answer: Answer): AskProgram =>
  async () =>
    answer;
const said = (text: string, milliseconds = 30) => answering({ kind: 'answered', text, milliseconds });

async function doctor(dataDir: string, output: 'table' | 'json' = 'json') {
  const console = capturedConsole();
  const code = await doctorCommand(
    { dataDir, output, ask: said('3.12.1 /usr/bin/python3') },
    testCli(console),
  );
  return { code, out: console.written.out };
}

const healthOf = (out: string, name: string) =>
  (JSON.parse(out).checks as { name: string; health: string; found: string }[]).find(
    each => each.name === name,
  );

it('says which files give variables', () => {
  expect(checkEnvFiles({}, folder).found).toBe('none in this folder');
  const own = join(folder, 'own');
  mkdirSync(own);
  writeFileSync(join(own, '.env'), 'A=1\nB=2\n');
  writeFileSync(join(own, '.env.local'), 'A=3\n');
  expect(checkEnvFiles({}, own).found).toBe('.env.local (1 variable), .env (2 variables)');
});

describe('programs', () => {
  it('are fine if they are new enough and start quickly', async () => {
    expect(checkNode('v20.19.0').health).toBe('ok');
    expect(checkNode('v22.3.0').health).toBe('ok');
    expect((await checkPython(said('3.12.1 /usr/bin/python3'), {})).found).toBe(
      '3.12.1  /usr/bin/python3  starts in 30 ms',
    );
  });

  it('that are too old are named with the version they should have', async () => {
    expect(checkNode('v20.18.9')).toMatchObject({ health: 'fail', advice: 'install Node 20.19 or later' });
    expect((await checkPython(said('3.7.9 /usr/bin/python3'), {})).found).toContain('too old');
  });

  it('that are shims are named with the interpreter behind them', async () => {
    const shims = join(folder, 'shims');
    mkdirSync(shims);
    writeFileSync(join(shims, 'python3'), '');
    const real = '/home/ada/.pyenv/versions/3.11.0/bin/python3';
    const finding = await checkPython(said(`3.11.0 ${real}`), { PATH: `${shims}:/usr/bin` });
    expect(finding.health).toBe('warn');
    expect(finding.found).toContain(`through the shim ${shims}/python3`);
    expect(finding.advice).toContain('put /home/ada/.pyenv/versions/3.11.0/bin first on PATH');
  });

  it('that start slowly are worth a look', async () => {
    expect((await checkPython(said('3.11.0 /usr/bin/python3', 340), {})).health).toBe('warn');
  });

  it('that are missing are in the way only of those who need them', async () => {
    expect((await checkPython(answering({ kind: 'missing' }), {})).health).toBe('warn');
    expect((await checkDocker(answering({ kind: 'missing' }), {})).health).toBe('ok');
    expect((await checkDocker(answering({ kind: 'failed', reason: 'no daemon' }), {})).found).toContain(
      'no daemon',
    );
  });
});

describe('a data directory', () => {
  it('that does not exist is not made', async () => {
    const { code, out } = await doctor(join(folder, 'none/yet'));
    expect(code).toBe(0);
    expect(healthOf(out, 'data directory')?.found).toContain('is made when it is needed');
    expect(healthOf(out, 'store')?.found).toContain('none yet');
  });

  it('in whose place a file stands fails', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, out } = await doctor(join(folder, 'file'));
    expect(code).toBe(1);
    expect(healthOf(out, 'data directory')).toMatchObject({ health: 'fail' });
  });

  it('is looked at while its files are whole and nobody holds it', async () => {
    const path = join(folder, 'whole');
    await (await openDataDirectory(path)).close();
    const { code, out } = await doctor(path);
    expect(code).toBe(0);
    expect(healthOf(out, 'store noetl.db')?.found).toContain('nothing damaged');
    expect(healthOf(out, 'lock')?.found).toBe('free');
    expect(healthOf(out, 'executions')?.found).toBe('none was interrupted');
  });

  it('with a damaged file fails, and says what to do', async () => {
    const path = join(folder, 'damaged');
    await (await openDataDirectory(path)).close();
    writeFileSync(join(path, 'noetl.db'), 'this is no database at all, though it is long enough '.repeat(40));
    const { code, out } = await doctor(path, 'table');
    expect(code).toBe(1);
    expect(out).toMatch(/fail {2}store noetl\.db .*damaged: .*\n.*restore the data directory/);
    expect(out).toContain('noetl cannot work like this');
  });

  it('of another version is told apart by whether it is older or newer', () => {
    const file = { file: 'noetl.db', bytes: 1, tables: [], missing: [], damage: [], newestSchema: 9 };
    expect(checkFile({ ...file, schema: 8 }).health).toBe('warn');
    expect(checkFile({ ...file, schema: 10 })).toMatchObject({ health: 'fail', advice: 'update noetl' });
  });

  it('that lacks a table is not fit for use', () => {
    const file = { file: 'noetl.db', bytes: 1, tables: [], damage: [], schema: 9, newestSchema: 9 };
    expect(checkFile({ ...file, missing: ['turn'] })).toMatchObject({
      health: 'fail',
      found: 'it lacks turn',
    });
  });

  it('that is held is fine as long as its holder answers', () => {
    const hold = { kind: 'held', pid: 4711, since: '2026-01-01T00:00:00Z' } as const;
    expect(checkLock({ ...hold, answers: true }).health).toBe('ok');
    expect(checkLock({ ...hold, answers: false }).found).toContain('process 4711');
  });
});

describe('the surroundings', () => {
  it('have a port that is free, or taken by another program', async () => {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect((await checkPort(port)).health).toBe('warn');
    await new Promise(resolve => server.close(resolve));
    expect((await checkPort(port)).health).toBe('ok');
  });

  it('should speak UTF-8', () => {
    expect(checkLocale({ LANG: 'en_GB.UTF-8' }).health).toBe('ok');
    expect(checkLocale({ LANG: 'en_GB.UTF-8', LC_ALL: 'C' }).health).toBe('warn');
    expect(checkLocale({}).found).toBe('none is set');
  });
});

it('sizes are said as people say them', () => {
  expect([0, 512, 1536, 150 * 1024, 3 * 1024 ** 3].map(sizeText)).toEqual([
    '0 B',
    '512 B',
    '1.5 KiB',
    '150 KiB',
    '3.0 GiB',
  ]);
});
