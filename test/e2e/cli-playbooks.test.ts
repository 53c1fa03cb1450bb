import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI, runCommand } from '../support/run-command.ts';
import { ensureBuilt } from '../support/services/start.ts';

let folder: string;
beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(join(tmpdir(), 'noetl-e2e-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs in the folder, so that messages name files as they were given. */
const noetl = (args: readonly string[], options: { input?: string; env?: Record<string, string> } = {}) =>
  runCommand(process.execPath, [CLI, ...args], { cwd: folder, ...options });

async function put(name: string, text: string): Promise<void> {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), text);
}

const HEAD = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata:\n  name: shop\n';
const VALID = `${HEAD}workflow:\n  - step: start\n    next: report\n\n  - step: report\n    tool: { kind: noop }\n`;
const OLDER = `${HEAD}workflow:
  - step: start
    # each in turn
    loop: { collection: "{{ workload.shops }}", element: shop }
    tool: { kind: http, endpoint: "https://{{ shop }}" } # its address
    next: [{ step: report }]
  - step: report
workload: { shops: [a, b] }
`;

const TEN_MISTAKES = `apiVersion: noetl.io/v2
kind: Playbook
metadata:
  name: ten
executor: { spec: { final_step: notify } }
workflow:
  - step: start
    tool: { kind: http, url: "{{ workload.url" }
    next: reprot
  - step: report
    loop: { in: [1], iterator: n, spec: { mode: sideways } }
    tool: { kind: noop }
  - step: report
  - step: check
    tool:
      - { name: one, kind: noop, spec: { policy: { rules: [{ else: { do: jump, to: three } }] } } }
      - { name: one, kind: noop }
  - step: lost
    query: SELECT 1
  - step: last
    retry: { max_attempts: none }
    next: { arcs: [{ when: "{{ workload.x }}" }] }
`;

describe('noetl validate', () => {
  it('accepts a valid playbook', async () => {
    await put('valid.yaml', VALID);
    expect(await noetl(['validate', 'valid.yaml'])).toEqual({ code: 0, out: '1 playbook valid\n', err: '' });
  });

  it('reports ten different mistakes at once, each at its place', async () => {
    await put('ten.yaml', TEN_MISTAKES);
    const { code, out, err } = await noetl(['validate', 'ten.yaml']);
    const places = [...out.matchAll(/^ten\.yaml:(\d+:\d+): error: .* \[(\w+)\]$/gm)];
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(places.map(([, place, code]) => `${place} ${code}`)).toEqual([
      '5:33 executor_step',
      '8:31 template_syntax',
      '9:11 next_unknown_step',
      '11:49 wrong_value',
      '13:11 step_twice',
      '16:84 jump_target',
      '17:17 task_twice',
      '19:5 tool_missing',
      '21:28 retry_attempts',
      '22:20 arc_shape',
    ]);
    expect(out).toContain('  9 |     next: reprot\n    |           ^\n  hint: did you mean `report`?\n');
    expect(out).toMatch(/1 of 1 playbook invalid: 10 errors/);
  });

  it('checks a folder and says for scripts what it found', async () => {
    await put('all/valid.yaml', VALID);
    await put('all/deep/ten.yml', TEN_MISTAKES);
    await put('all/values.yaml', 'replicas: 3\n');
    const { code, out } = await noetl(['validate', 'all', '-o', 'json']);
    const report = JSON.parse(out);
    expect(code).toBe(1);
    expect(report.summary).toMatchObject({ files: 2, valid: 1, invalid: 1, unreadable: 0 });
    expect(report.files.map(({ file, valid }: { file: string; valid: boolean }) => [file, valid])).toEqual([
      ['all/deep/ten.yml', false],
      ['all/valid.yaml', true],
    ]);
    expect(report.files[0].problems[0]).toEqual({
      severity: 'error',
      code: 'executor_step',
      message: expect.any(String),
      line: 5,
      column: 33,
      frame: expect.stringContaining('final_step: notify'),
    });
  });

  it('reads standard input', async () => {
    expect(await noetl(['validate', '-'], { input: VALID })).toMatchObject({ code: 0 });
    expect(await noetl(['validate', '-'], { input: 'workflow: [' })).toMatchObject({
      code: 1,
      out: expect.stringContaining('<stdin>:1:'),
    });
  });

  it('is coloured only where that is wanted', async () => {
    await put('ten.yaml', TEN_MISTAKES);
    const coloured = async (env: Record<string, string>) =>
      (await noetl(['validate', 'ten.yaml'], { env })).out.includes('\u001b[31merror\u001b[39m');
    expect(await coloured({})).toBe(false);
    expect(await coloured({ FORCE_COLOR: '1' })).toBe(true);
    expect(await coloured({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
  });

  it('answers a binary file and a missing one clearly', async () => {
    await writeFile(join(folder, 'binary.yaml'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]));
    const binary = await noetl(['validate', 'binary.yaml']);
    expect(binary.code).toBe(1);
    expect(binary.out).toContain('[text_not_utf8]');
    const missing = await noetl(['validate', 'missing.yaml']);
    expect(missing.code).toBe(2);
    expect(missing.err).toContain(
      'missing.yaml: error: the playbook cannot be read\n  why: there is no such file\n',
    );
  });
});

describe('noetl fmt', () => {
  it('fails with --check where something would change, and not after it was changed', async () => {
    await put('older.yaml', OLDER);
    expect(await noetl(['fmt', '--check', 'older.yaml'])).toMatchObject({ code: 1, out: 'older.yaml\n' });
    expect(await noetl(['fmt', 'older.yaml'])).toEqual({ code: 0, out: 'older.yaml\n', err: '' });
    expect(await noetl(['fmt', '--check', 'older.yaml'])).toMatchObject({ code: 0, out: '' });
    expect(await readFile(join(folder, 'older.yaml'), 'utf8')).toBe(`${HEAD}workload:
  shops: [a, b]
workflow:
  - step: start
    # each in turn
    loop: { in: "{{ workload.shops }}", iterator: shop }
    tool: { kind: http, url: "https://{{ shop }}" } # its address
    next: report

  - step: report
`);
  });

  it('is a filter', async () => {
    expect(await noetl(['fmt', '-'], { input: VALID })).toEqual({ code: 0, out: VALID, err: '' });
  });
});

describe('noetl migrate', () => {
  it('shows what it would do with --dry-run', async () => {
    await put('older.yaml', OLDER);
    const { code, out, err } = await noetl(['migrate', '--dry-run', 'older.yaml']);
    expect(code).toBe(0);
    expect(err).toContain('older.yaml:8:13: `collection` is an older spelling → write `in`\n');
    expect(err).toContain('older.yaml: 4 older spellings to be replaced\n');
    expect(out).toContain('--- older.yaml\n+++ older.yaml\n@@ ');
    expect(out).toContain('-    next: [{ step: report }]\n');
    expect(out).toContain('+    next: report\n');
    expect(await readFile(join(folder, 'older.yaml'), 'utf8')).toBe(OLDER);
  });
});

describe('noetl graph', () => {
  it('draws in four ways', async () => {
    await put('valid.yaml', VALID);
    const drawn = async (format: string) => (await noetl(['graph', 'valid.yaml', '--format', format])).out;
    expect(await drawn('text')).toContain('report');
    expect(await drawn('mermaid')).toMatch(/^flowchart /m);
    expect(await drawn('dot')).toMatch(/^(strict )?digraph /m);
    expect(await drawn('svg')).toMatch(/<svg [\s\S]*<\/svg>\n$/);
  });

  it('refuses a form it does not know', async () => {
    const { code, err } = await noetl(['graph', 'valid.yaml', '--format', 'png']);
    expect(code).toBe(2);
    expect(err).toContain('Allowed choices are text, mermaid, dot, svg');
  });
});

describe('noetl schema', () => {
  it('prints the schema as JSON', async () => {
    const { code, out } = await noetl(['schema']);
    expect(code).toBe(0);
    expect(JSON.parse(out).required).toContain('workflow');
  });
});
