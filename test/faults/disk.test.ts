import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLI, runCommand } from '../support/run-command.ts';
import { ensureBuilt } from '../support/services/start.ts';

/** Three steps of which each leaves a line outside, and the second a result of some megabytes. */
const PLAYBOOK = `
apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: disk }
workflow:
  - { step: before, tool: { kind: shell, command: 'echo before >> effects; echo 1' }, next: large }
  - step: large
    tool: { kind: javascript, code: 'return { text: "x".repeat(6000000) }' }
    next: after
  - { step: after, tool: { kind: shell, command: 'echo after >> effects; echo {{ large.text | length }}' } }
`;

describe('the command line on a bad disk', () => {
  let root: string;
  let folder: string;
  beforeAll(async () => {
    await ensureBuilt();
    root = mkdtempSync(join(tmpdir(), 'noetl-disk-'));
    // Also for a user without privileges, below.
    chmodSync(root, 0o755);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'case-'));
    writeFileSync(join(folder, 'disk.yaml'), PLAYBOOK);
  });

  const noetl = (...args: string[]) => runCommand(process.execPath, [CLI, ...args], { cwd: folder });

  /** With files that may not grow beyond so many KiB: what SQLite cannot write then, it cannot on a full disk. */
  const limited = (kib: number, ...args: string[]) =>
    runCommand(
      'bash',
      ['-c', `trap '' XFSZ; ulimit -f ${kib}; exec "$@"`, 'limited', process.execPath, CLI, ...args],
      {
        cwd: folder,
      },
    );

  it('that is full says so, exits with 2 and loses nothing: `noetl resume` goes on when there is room', async () => {
    const full = await limited(2_000, 'run', 'disk.yaml');
    expect(full).toMatchObject({ code: 2, out: '' });
    expect(full.err).toMatch(/error: .*noetl\.db: .*(disk is full|disk I\/O error)/);
    expect(full.err).not.toMatch(/\n\s+at /);
    const listed = await noetl('executions', '-o', 'json');
    expect(listed).toMatchObject({ code: 0 });
    expect(JSON.parse(listed.out)).toMatchObject([{ status: 'RUNNING' }]);

    const resumed = await noetl('resume', '-o', 'json');
    expect(resumed.code).toBe(0);
    expect(JSON.parse(resumed.out)).toMatchObject({ status: 'COMPLETED' });
    expect(resumed.out).toContain('6000000');
    const effects = await runCommand('cat', ['effects'], { cwd: folder });
    expect(effects.out).toBe('before\nafter\n');
  });

  it('that takes no byte from the start says so, and exits with 2', async () => {
    const full = await limited(0, 'run', 'disk.yaml');
    expect(full).toMatchObject({ code: 2, out: '' });
    expect(full.err).toMatch(/^error: /m);
    expect(full.err).not.toMatch(/\n\s+at /);
  });

  it('that may not be written says which directory, and what to check', async () => {
    chmodSync(folder, 0o555);
    const run = [CLI, 'run', 'disk.yaml'];
    // Root is refused nothing, so the command is run by somebody else.
    const isRoot = process.getuid?.() === 0;
    const { code, out, err } = await (isRoot
      ? runCommand(
          'setpriv',
          ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, ...run],
          { cwd: folder },
        )
      : runCommand(process.execPath, run, { cwd: folder }));
    chmodSync(folder, 0o755);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/error: .*\.noetl.*check/);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('that damaged a page says which file, exits with 2, and leaves the file as it is', async () => {
    expect((await noetl('run', 'disk.yaml', '--quiet')).code).toBe(0);
    const file = join(folder, '.noetl', 'noetl.db');
    damage(file, statSync(file).size - 4096);
    damage(file, 4096);
    const { size } = statSync(file);
    for (const command of [['run', 'disk.yaml'], ['resume'], ['executions']]) {
      const { code, err } = await noetl(...command);
      expect({ command, code, err }).toMatchObject({
        code: 2,
        err: expect.stringMatching(/error: .*noetl\.db: the file is damaged .*restore it from a backup/),
      });
    }
    expect(statSync(file).size).toBe(size);
  });

  function damage(file: string, position: number): void {
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, position);
    closeSync(handle);
  }
});
