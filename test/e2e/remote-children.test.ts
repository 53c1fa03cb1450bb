import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServedDirectory } from '../support/served-directory.ts';

const playbook = (name: string, workflow: string) =>
  `apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: ${name}, path: demo/${name} }\nworkflow:\n${workflow}`;

const LEAF = playbook(
  'leaf',
  `  - step: start
    tool: { kind: shell, cmds: 'echo from the leaf; test "{{ workload.fails }}" != yes' }
`,
);
const MIDDLE = playbook(
  'middle',
  `  - { step: start, tool: { kind: noop }, next: call }
  - { step: call, tool: { kind: playbook, path: demo/leaf, input: { fails: "{{ workload.fails | default('no') }}" } } }
`,
);
const TOP = playbook(
  'top',
  `  - { step: start, tool: { kind: playbook, path: demo/middle, input: { fails: "{{ workload.fails | default('no') }}" } } }
`,
);

let served: ServedDirectory;
let top: string;
beforeAll(async () => {
  served = await ServedDirectory.open();
  const folder = await mkdtemp(join(tmpdir(), 'noetl-children-'));
  top = join(folder, 'top.yaml');
  await writeFile(top, TOP);
  for (const [name, text] of [
    ['leaf.yaml', LEAF],
    ['middle.yaml', MIDDLE],
  ] as const) {
    await writeFile(join(folder, name), text);
    expect((await served.remote('register', join(folder, name))).code).toBe(0);
  }
});
afterAll(() => served.close());

/** What is told, without times, ids and where it ran. */
const told = (text: string): readonly string[] =>
  text
    .replace(/^\S+:\S+ /gm, '')
    .replace(/\d+(\.\d+)? ?m?s\b/g, 'TIME')
    .replace(/\d{15,}/g, 'ID')
    .split('\n')
    .filter(line => !/registered| is version |holds/.test(line))
    .map(line => line.replace(/ --(server-url|data-dir) \S+/g, '').trimEnd());

describe('a run on a server that calls other playbooks', () => {
  it('tells what happens in them, at every depth, as a run here does', async () => {
    const remote = await served.remote('run', top, '-v');
    const here = await served.here('run', top, '-v');
    expect(remote.code).toBe(0);
    expect(remote.err).toContain('from the leaf');
    // Lines come beside the turns: those of a playbook that has ended may be told, or be too late.
    const happened = (text: string) => told(text).filter(line => !line.includes('from the leaf'));
    expect([...happened(remote.err)].sort()).toEqual([...happened(here.err)].sort());
  });

  it('reports the failure of the playbook in which it happened', async () => {
    const remote = await served.remote('run', top, '--set', 'fails=yes');
    const here = await served.here('run', top, '--set', 'fails=yes');
    expect(remote.code).toBe(1);
    expect(remote.err).toContain('demo/leaf');
    // Lines are stored a moment after they were printed: a report may come before.
    const report = (text: string) => told(text).filter(line => !line.includes('log     from the leaf'));
    expect(report(remote.err)).toEqual(report(here.err));
  });
});

describe('what tools print on a server', () => {
  it('is followed until the execution ends, all of it or the last lines first', async () => {
    expect((await served.remote('execute', 'demo/leaf', '--wait')).code).toBe(0);
    const line = expect.stringMatching(/^start │ from the leaf\n$/);
    expect(await served.remote('logs', 'last', '-f')).toEqual({ code: 0, out: line, err: '' });
    expect(await served.remote('logs', 'last', '-f', '--tail', '1')).toEqual({ code: 0, out: line, err: '' });
    expect((await served.remote('logs', 'last', '-f', '--step', 'other')).out).toBe('');
    expect(await served.here('logs', 'last', '-f')).toEqual({ code: 0, out: line, err: '' });
  });
});
