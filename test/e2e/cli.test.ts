import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../src/common/version.ts';
import { CLI, runCommand } from '../support/run-command.ts';
import { ensureBuilt } from '../support/services/start.ts';

beforeAll(ensureBuilt);

const noetl = (args: readonly string[], env = {}) => runCommand(process.execPath, [CLI, ...args], { env });

describe('the built command', () => {
  it('can be executed as a program', async () => {
    expect(await runCommand(CLI, ['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, err: '' });
  });

  it('passes its verdict on as the exit code', async () => {
    expect((await noetl(['run', 'examples/01-hello.yaml'])).code).toBe(0);
    expect((await noetl(['run', 'no-such.yaml'])).code).toBe(2);
    expect((await noetl(['--no-such-flag'])).code).toBe(2);
  });

  it('writes no colour into a pipe unless it is told to', async () => {
    const plain = await noetl(['run', 'no-such.yaml']);
    const forced = await noetl(['run', 'no-such.yaml'], { FORCE_COLOR: '1' });
    const forbidden = await noetl(['run', 'no-such.yaml'], { FORCE_COLOR: '1', NO_COLOR: '1' });
    expect([plain, forced, forbidden].map(({ err }) => err.includes('\u001b'))).toEqual([false, true, false]);
  });
});

describe('a file of variables', () => {
  const PLAYBOOK = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: say, path: say }
workflow:
  - { step: say, tool: { kind: noop, input: { is: "{{ env('GREETING') == 'good day' and env('NAME') == 'you' }}" } } }
`;
  const say = (cwd: string, env = {}) =>
    runCommand(process.execPath, [CLI, 'run', '-', '--ephemeral'], { cwd, input: PLAYBOOK, env });

  it('is read where the command is given, and templates see its variables', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'noetl-variables-'));
    await writeFile(join(cwd, '.env'), 'GREETING="good day"\nNAME=nobody\n');
    const { code, out } = await say(cwd, { NAME: 'you' });
    expect({ code, result: JSON.parse(out) }).toEqual({ code: 0, result: { is: true } });
  });

  it('that is named and missing keeps the command from running', async () => {
    const { code, err } = await say(tmpdir(), { NOETL_ENV_FILE: 'no-such.env' });
    expect(code).toBe(2);
    expect(err).toMatch(/^error: the variables in no-such\.env cannot be read/);
  });
});

describe('a reader that goes away', () => {
  it('ends the command quietly', async () => {
    const child = spawn(process.execPath, [CLI, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const complaints = text(child.stderr);
    const [code, signal] = await once(child, 'close');
    expect({ code, signal, complaints: await complaints }).toEqual({ code: 0, signal: null, complaints: '' });
  });
});
