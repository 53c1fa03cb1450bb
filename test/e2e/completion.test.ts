import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI, runCommand } from '../support/run-command.ts';
import { ensureBuilt } from '../support/services/start.ts';

const PLAYBOOK = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: two }
workflow:
  - { step: fetch, tool: { kind: noop }, next: store }
  - { step: store, tool: { kind: noop } }
`;

/** Does what bash does when somebody presses Tab at the end of the line. */
const PRESS_TAB = `source completion.sh
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_noetl
printf '%s\\n' "\${COMPREPLY[@]}"`;

describe('completion in bash', () => {
  let folder: string;
  let PATH: string;
  beforeAll(async () => {
    await ensureBuilt();
    folder = await mkdtemp(join(tmpdir(), 'noetl-completion-'));
    await mkdir(join(folder, 'bin'));
    await symlink(CLI, join(folder, 'bin/noetl'));
    PATH = [join(folder, 'bin'), process.env.PATH].join(delimiter);
    await writeFile(join(folder, 'two.yaml'), PLAYBOOK);
    const script = await runCommand('noetl', ['completion', 'bash'], { cwd: folder, env: { PATH } });
    expect(script.code, script.err).toBe(0);
    await writeFile(join(folder, 'completion.sh'), script.out);
    const ran = await runCommand('noetl', ['run', 'two.yaml'], { cwd: folder, env: { PATH } });
    expect(ran.code, ran.err).toBe(0);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function offered(...words: readonly string[]): Promise<readonly string[]> {
    const { code, out, err } = await runCommand('bash', ['-c', PRESS_TAB, 'bash', 'noetl', ...words], {
      cwd: folder,
      env: { PATH },
    });
    expect(err).toBe('');
    expect(code).toBe(0);
    return out.split('\n').filter(Boolean);
  }

  it('offers the commands that begin like this', async () => {
    expect(await offered('va')).toEqual(['validate', 'vars']);
  });

  it('offers the options of a command', async () => {
    expect(await offered('run', '--d')).toEqual(['--dry-run', '--data-dir']);
  });

  it('offers the choices of an option', async () => {
    expect(await offered('status', 'last', '-o', '')).toEqual(['table', 'json', 'yaml']);
  });

  it('offers the steps of the file that was named', async () => {
    expect(await offered('run', 'two.yaml', '')).toEqual(['fetch', 'store']);
    expect(await offered('run', '--set', 'a=1', 'two.yaml', '--from', 's')).toEqual(['store']);
  });

  it('offers the steps of an execution', async () => {
    expect(await offered('rerun', 'last', '--from', '')).toEqual(['fetch', 'store']);
  });

  it('offers the executions of the data directory', async () => {
    expect(await offered('status', '')).toEqual(['last', expect.stringMatching(/^\d{18}$/)]);
    expect(await offered('status', '--data-dir', 'nowhere', '')).toEqual([]);
  });

  it('offers files where a file is wanted, and shells where a shell is', async () => {
    expect(await offered('run', 'tw')).toEqual(['two.yaml']);
    expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });

  it('offers topics', async () => {
    expect(await offered('help', 'exit')).toEqual(['exit-codes']);
  });
});
