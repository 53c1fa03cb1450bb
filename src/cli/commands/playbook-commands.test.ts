import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { runCli } from '../run-cli.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noetl-cli-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);

async function put(name: string, text: string): Promise<string> {
  await mkdir(join(at(name), '..'), { recursive: true });
  await writeFile(at(name), text);
  return at(name);
}

async function noetl(args: readonly string[], stdin = '') {
  const console = capturedConsole();
  const code = await runCli(args, testCli(console, stdin));
  return { code, ...console.written };
}

const head = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata:\n  name: one\n';
const canonical = `${head}workflow:\n  - step: start\n    next: end\n\n  - step: end\n`;
const loose = `${head}workflow: [{ next: [end], step: start }, { step: end }] # all\n`;
const legacy = `${head}workflow:\n  - step: start\n    next: [{ step: end }]\n  - step: end\n`;
const broken = `${head}workflow:\n  - step: start\n    next: ends\n  - step: end\n`;

describe('noetl validate', () => {
  it('says that a playbook is valid', async () => {
    const file = await put('a.yaml', canonical);
    expect(await noetl(['validate', file])).toEqual({ code: 0, out: '1 playbook valid\n', err: '' });
  });

  it('shows a mistake with its line, a caret, a hint and its code', async () => {
    const file = await put('a.yaml', broken);
    const { code, out } = await noetl(['validate', file]);
    expect(code).toBe(1);
    expect(out).toContain(`${file}:7:11: error: `);
    expect(out).toContain(
      '[next_unknown_step]\n  7 |     next: ends\n    |           ^\n  hint: did you mean `end`?\n',
    );
    expect(out.trimEnd().split('\n').at(-1)).toBe('1 of 1 playbook invalid: 1 error');
  });

  it('forgives older spellings unless it is strict', async () => {
    const file = await put('a.yaml', legacy);
    expect(await noetl(['validate', file])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/warning: [\s\S]*1 playbook valid: 1 warning\n$/),
    });
    expect(await noetl(['validate', '--strict', file])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/error: [\s\S]*1 of 1 playbook invalid: 1 error\n$/),
    });
  });

  it('finds the playbooks of a folder and passes over other YAML', async () => {
    await put('b/c.yml', canonical);
    await put('a.yaml', canonical);
    await put('values.yaml', 'a: 1\n');
    await put('.hidden/d.yaml', broken);
    await put('node_modules/e.yaml', broken);
    expect(await noetl(['validate', folder])).toEqual({ code: 0, out: '2 playbooks valid\n', err: '' });
    const { out, err } = await noetl(['validate', '-v', folder]);
    expect(out).toContain(`${at('a.yaml')}: valid\n${at('b/c.yml')}: valid\n`);
    expect(err).toBe(`${at('values.yaml')}: skipped, it is no playbook\n`);
  });

  it('does not pass over a playbook whose YAML is broken', async () => {
    await put('a.yaml', `${head}workflow: [\n`);
    expect((await noetl(['validate', folder])).code).toBe(1);
  });

  it('takes a file that is named for a playbook, whatever it is', async () => {
    const file = await put('values.yaml', 'a: 1\n');
    expect((await noetl(['validate', file])).code).toBe(1);
  });

  it('refuses a folder without playbooks', async () => {
    await put('values.yaml', 'a: 1\n');
    const { code, err } = await noetl(['validate', folder]);
    expect(code).toBe(2);
    expect(err).toContain('the folder has no playbooks');
    expect(err).toContain('none of its 1 YAML file has `kind: Playbook`');
  });

  it('checks the others when one file cannot be read', async () => {
    const file = await put('a.yaml', broken);
    const { code, out, err } = await noetl(['validate', at('missing.yaml'), file]);
    expect(code).toBe(2);
    expect(out).toContain('next_unknown_step');
    expect(err).toContain('there is no such file');
  });

  it('reads standard input', async () => {
    const { code, out } = await noetl(['validate', '-'], broken);
    expect(code).toBe(1);
    expect(out).toContain('<stdin>:7:11: error');
  });

  it('reports as JSON', async () => {
    const good = await put('a.yaml', canonical);
    const bad = await put('b.yaml', broken);
    const { code, out } = await noetl(['validate', '-o', 'json', folder]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      files: [
        { file: good, valid: true, problems: [] },
        {
          file: bad,
          valid: false,
          problems: [
            expect.objectContaining({ severity: 'error', code: 'next_unknown_step', line: 7, column: 11 }),
          ],
        },
      ],
      unreadable: [],
      summary: { files: 2, valid: 1, invalid: 1, errors: 1, warnings: 0, unreadable: 0 },
    });
  });

  it('explains a code, and suggests the one that was probably meant', async () => {
    const { code, out } = await noetl(['validate', '--explain', 'next_unknown_step']);
    expect(code).toBe(0);
    expect(out).toContain('next_unknown_step');
    const wrong = await noetl(['validate', '--explain', 'next_unknow_step']);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('Did you mean next_unknown_step?');
  });

  it('validates this folder if none is named', async () => {
    const [bare, dot] = [
      await noetl(['validate', '-o', 'json']),
      await noetl(['validate', '.', '-o', 'json']),
    ];
    expect(bare).toEqual(dot);
    expect(JSON.parse(bare.out).summary.valid).toBeGreaterThan(1);
  });

  it('refuses an unknown form of output', async () => {
    const { code, err } = await noetl(['validate', '-o', 'xml', 'a.yaml']);
    expect(code).toBe(2);
    expect(err).toContain('Allowed choices are text, json');
  });
});

describe('noetl fmt', () => {
  it('writes the canonical form back and names the file', async () => {
    const file = await put('a.yaml', loose);
    expect(await noetl(['fmt', file])).toEqual({ code: 0, out: `${file}\n`, err: '' });
    expect(await readFile(file, 'utf8')).toBe(canonical.replace('workflow:', 'workflow: # all'));
    expect(await noetl(['fmt', file])).toEqual({ code: 0, out: '', err: '' });
  });

  it('only tells what would change with --check', async () => {
    const file = await put('a.yaml', loose);
    await put('b.yaml', canonical);
    const { code, out, err } = await noetl(['fmt', '--check', folder]);
    expect({ code, out }).toEqual({ code: 1, out: `${file}\n` });
    expect(err).toContain('1 of 2 playbooks would be changed');
    expect(await readFile(file, 'utf8')).toBe(loose);
    expect((await noetl(['fmt', '--check', at('b.yaml')])).code).toBe(0);
  });

  it('prints instead of writing with --stdout, and for standard input', async () => {
    const file = await put('a.yaml', loose);
    const printed = await noetl(['fmt', '--stdout', file]);
    expect(printed).toEqual({ code: 0, out: canonical.replace('workflow:', 'workflow: # all'), err: '' });
    expect(await noetl(['fmt', '-'], loose)).toEqual(printed);
    expect(await readFile(file, 'utf8')).toBe(loose);
  });

  it('leaves a playbook with errors alone', async () => {
    const file = await put('a.yaml', broken);
    const { code, err } = await noetl(['fmt', file]);
    expect(code).toBe(2);
    expect(err).toContain('next_unknown_step');
    expect(err).toContain('is left as it is');
    expect(await readFile(file, 'utf8')).toBe(broken);
  });

  it('leaves a file with a second document alone', async () => {
    const both = `${loose}---\nother: document\n`;
    const file = await put('a.yaml', both);
    expect((await noetl(['fmt', file])).code).toBe(2);
    expect(await readFile(file, 'utf8')).toBe(both);
  });

  it('keeps permissions, Windows line ends and links', async () => {
    const file = await put('a.yaml', loose.replaceAll('\n', '\r\n'));
    await chmod(file, 0o640);
    await symlink(file, at('link.yaml'));
    await noetl(['fmt', at('link.yaml')]);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    const text = await readFile(file, 'utf8');
    expect(text).toContain('\r\n');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(await noetl(['fmt', '--check', file])).toMatchObject({ code: 0 });
  });
});

describe('noetl migrate', () => {
  it('replaces older spellings and says which', async () => {
    const file = await put('a.yaml', legacy);
    const { code, out, err } = await noetl(['migrate', file]);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(/a\.yaml:7:\d+: .* → /);
    expect(err).toContain('1 older spelling replaced');
    expect(await readFile(file, 'utf8')).toBe(canonical);
  });

  it('shows the difference and changes nothing with --dry-run', async () => {
    const file = await put('a.yaml', legacy);
    const { code, out } = await noetl(['migrate', '--dry-run', file]);
    expect(code).toBe(0);
    expect(out).toBe(
      `--- ${file}\n+++ ${file}\n@@ -4,5 +4,6 @@\n   name: one\n workflow:\n   - step: start\n-    next: [{ step: end }]\n+    next: end\n+\n   - step: end\n`,
    );
    expect(await readFile(file, 'utf8')).toBe(legacy);
  });

  it('leaves a playbook without older spellings as it is, however it is laid out', async () => {
    const file = await put('a.yaml', loose);
    const { code, err } = await noetl(['migrate', file]);
    expect(code).toBe(0);
    expect(err).toContain('no older spellings');
    expect(await readFile(file, 'utf8')).toBe(loose);
  });
});

describe('noetl graph', () => {
  it.each([
    ['text', 'start'],
    ['mermaid', 'flowchart'],
    ['dot', 'digraph'],
    ['svg', '<svg'],
  ])('draws as %s', async (format, sign) => {
    const file = await put('a.yaml', canonical);
    const { code, out } = await noetl(['graph', file, '--format', format]);
    expect(code).toBe(0);
    expect(out).toContain(sign);
    expect(out.endsWith('\n')).toBe(true);
  });

  it('writes to a file', async () => {
    const file = await put('a.yaml', canonical);
    expect(await noetl(['graph', file, '-f', 'svg', '-o', at('a.svg')])).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    expect(await readFile(at('a.svg'), 'utf8')).toContain('<svg');
    expect((await noetl(['graph', file, '-o', at('no/such/folder.txt')])).code).toBe(2);
  });

  it('draws no playbook with errors', async () => {
    const { code, err } = await noetl(['graph', '-'], broken);
    expect(code).toBe(2);
    expect(err).toContain('next_unknown_step');
  });
});

describe('noetl schema', () => {
  it('prints a JSON Schema', async () => {
    const { code, out } = await noetl(['schema']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  });
});
