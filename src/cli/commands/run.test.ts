import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { type RunOptions, runCommand } from './run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noetl-run-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(name: string, text?: string, more: Partial<RunOptions> = {}) {
  const file = join(folder, name);
  if (text !== undefined) await writeFile(file, text);
  const console = capturedConsole();
  const options = { dataDir: join(folder, 'data'), ephemeral: true, ...more };
  const code = await runCommand(file, undefined, options, testCli(console));
  return { code, file, ...console.written };
}

const header = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: one }\n';
const valid = `${header}workflow:\n  - step: start\n`;

describe('noetl run', () => {
  it('runs a playbook: the result on standard output, what happened on standard error', async () => {
    const text = `${header}workflow:\n  - { step: greet, tool: { kind: noop, input: { hello: "{{ workload.name }}" } } }\nworkload: { name: world }\n`;
    const { code, out, err } = await run('hello.yaml', text);
    expect({ code, out }).toEqual({ code: 0, out: '{\n  "hello": "world"\n}\n' });
    expect(err).toMatch(/^✓ greet {2}\d.* m?s\ncompleted in \d.* m?s {2}execution \d+\n$/);
    const other = await run('hello.yaml', text, { set: ['name=Ada'], output: 'json', quiet: true });
    expect(JSON.parse(other.out)).toMatchObject({ status: 'COMPLETED', result: { hello: 'Ada' } });
    expect(other.err).toBe('');
  });

  it('exits with 1 and names step and cause when the execution fails', async () => {
    const { code, out, err } = await run(
      'fail.yaml',
      `${header}workflow:\n  - { step: stop, tool: { kind: shell, cmds: ["exit 3"] } }\n`,
    );
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain("error: step 'stop': ");
    expect(err).toContain('3');
  });

  it('says that an attempt which only polls has not failed', async () => {
    const retry = '{ max_attempts: 2, initial_delay: 1ms, when: "{{ true }}" }';
    const step = `{ step: ask, tool: { kind: noop }, retry: ${retry} }`;
    const { code, err } = await run('poll.yaml', `${header}workflow:\n  - ${step}\n`);
    expect(code).toBe(0);
    expect(err).toContain('↻ ask  attempt 1 of 2, again in 1 ms\n');
  });

  it('refuses values it cannot read', async () => {
    const { code, err } = await run('hello.yaml', valid, { set: ['name'] });
    expect(code).toBe(2);
    expect(err).toContain('--set name must be written as key=value');
    expect((await run('hello.yaml', valid, { payload: '{a: 1' })).err).toMatch(
      /^error: --payload is neither JSON nor YAML: .* at line 1, column \d+\n$/,
    );
    expect((await run('hello.yaml', valid, { input: 'none.json' })).err).toBe(
      'error: --input none.json cannot be read: there is no such file\n',
    );
  });

  it('warns of input that looks like a misspelt key of the workload', async () => {
    const text = `${valid}workload: { name: world, more: "{{ workload.names }}" }\n`;
    const { code, err } = await run('hello.yaml', text, { set: ['nmae=Ada', 'names=1', 'other=2'] });
    expect(code).toBe(0);
    expect(err.match(/warning: .*/g)).toEqual(["warning: the workload has no 'nmae'; did you mean 'name'?"]);
  });

  it('has nothing to say of input in a quiet run', async () => {
    const text = `${valid}workload: { name: world }\n`;
    expect((await run('hello.yaml', text, { set: ['nmae=Ada'], quiet: true })).err).toBe('');
  });

  it('counts the warnings, and says where to see them', async () => {
    const legacy = `${valid}    next: [{ step: end }]\n`;
    const { code, err, file } = await run('legacy.yaml', legacy);
    expect(code).toBe(0);
    expect(err).toContain(`1 warning, shown by \`noetl validate ${file}\``);
  });

  it('shows what may be a mistake before it runs, the first three in a line each', async () => {
    const typo = `${header}workflow:\n  - step: extract\n    tool: { kind: noop, input: { b: "{{ extrct.a }}" } }\n`;
    const { code, err, file } = await run('typo.yaml', typo);
    expect(code).toBe(0);
    expect(err).toContain(`${file}:6:41: warning: nothing defines \`extrct\`; did you mean \`extract\`?\n`);
    expect(err).not.toContain('shown by');
    const five = [1, 2, 3, 4, 5].map(n => `    key${n}: 1\n`).join('');
    const many = await run('many.yaml', `${valid}${five}`);
    expect(many.err.match(/: warning: /g)).toHaveLength(3);
    expect(many.err).toContain(`2 more warnings, shown by \`noetl validate ${many.file}\``);
  });

  it('tells the failures of ten items, and counts the others when the loop ends', async () => {
    const loop = `${header}workflow:
  - step: load
    loop: { in: 40, iterator: n, spec: { on_error: continue } }
    tool: { kind: assert, that: ["{{ iter.n < 5 }}"], message: "no {{ iter.n }}" }\n`;
    const { code, err } = await run('items.yaml', loop);
    expect(code).toBe(0);
    expect(err.match(/✗ load\[\d+\]/g)).toHaveLength(10);
    expect(err).toContain('✗ load  more items fail; they are counted at its end\n');
    expect(err).toMatch(/✓ load {2}\d.*s {2}35 of 40 items failed\n/);
  });

  it('says how to run the failed items again where a later step complained of them', async () => {
    const shops = `${header}workflow:
  - step: load
    loop: { in: 3, iterator: n, spec: { on_error: continue } }
    tool: { kind: assert, that: ["{{ iter.n != 1 }}"] }
    next: complain
  - step: complain
    tool: { kind: fail, message: "{{ load.stats.failed }} failed" }\n`;
    const { code, err } = await run('shops.yaml', shops, { ephemeral: false });
    expect(code).toBe(1);
    expect(err).toMatch(/noetl rerun \d+ --from load --only-failed/);
  });

  it('reports every error of a file with its place, and exits with 2', async () => {
    const { code, out, err, file } = await run('bad.yaml', `${valid}    next: nowhere\n    timeout: soon\n`);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(`${file}:6:11: error: `);
    expect(err).toContain(`${file}:7:14: error: `);
  });

  it('says that a file does not exist and what the path is relative to', async () => {
    const { code, err } = await run('missing.yaml');
    expect(code).toBe(2);
    expect(err).toContain('there is no such file');
    expect(err).toContain(process.cwd());
  });

  it('refuses a directory', async () => {
    const { code, err } = await run('.');
    expect(code).toBe(2);
    expect(err).toContain('it is a directory');
  });

  it('says what was given to the tool that failed, and what to type next', async () => {
    const text = `${header}workload: { n: 3 }\nworkflow:\n  - { step: stop, tool: { kind: shell, cmds: ["echo so far; exit {{ n }}"] } }\n`;
    const { err } = await run('report.yaml', text, { ephemeral: false });
    const [, id] = /execution (\d+)/.exec(err) ?? [];
    expect(err).toContain('  step    stop, attempt 1 of 1\n');
    expect(err).toContain('echo so far; exit 3');
    expect(err).toContain('  log     so far\n');
    const where = ` --data-dir ${join(folder, 'data')}`;
    expect(err).toContain(`next: noetl explain ${id}${where}\n`);
    expect(err).toContain(`      noetl logs ${id} --step stop${where}\n`);
    expect(err).toContain(`      noetl rerun ${id} --from stop${where}\n`);
  });

  it('suggests no commands for what is not kept', async () => {
    const { err } = await run('fail.yaml', `${header}workflow: [{ step: stop, tool: { kind: fail } }]\n`);
    expect(err).toContain('  step    stop');
    expect(err).not.toContain('next:');
  });

  it('prints nothing but the error of a quiet run', async () => {
    const text = `${header}workflow: [{ step: stop, tool: { kind: fail, message: enough } }]\n`;
    expect(await run('quiet.yaml', text, { quiet: true })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^error: step 'stop': .*enough.*\n$/),
    });
  });

  it('names the innermost step where a sub-playbook failed', async () => {
    await writeFile(
      join(folder, 'inner.yaml'),
      `${header}workflow: [{ step: deep, tool: { kind: fail, message: no } }]\n`,
    );
    const { code, err } = await run(
      'outer.yaml',
      `${header}workflow: [{ step: call, tool: { kind: playbook, path: inner } }]\n`,
    );
    expect(code).toBe(1);
    expect(err).toMatch(/ {2}step {4}deep, attempt 1 of 1, in playbook one, execution \d+\n/);
  });
});

const two = `${header}workflow:
  - { step: first, tool: { kind: fail }, next: second }
  - { step: second, tool: { kind: noop, input: { started: here } } }
`;

describe('the options of noetl run', () => {
  it('start at the step that TARGET or --from names', async () => {
    const file = join(folder, 'two.yaml');
    await writeFile(file, two);
    const console = capturedConsole();
    const code = await runCommand(
      file,
      'second',
      { dataDir: '', ephemeral: true, quiet: true },
      testCli(console),
    );
    expect({ code, out: console.written.out }).toEqual({ code: 0, out: '{\n  "started": "here"\n}\n' });
    expect((await run('two.yaml', two, { from: 'second' })).code).toBe(0);
  });

  it('refuse a step that does not exist, and two different ones', async () => {
    const unknown = await run('two.yaml', two, { from: 'secnod' });
    expect(unknown).toMatchObject({
      code: 2,
      err: "error: no step is called 'secnod'; did you mean 'second'?\n",
    });
    const console = capturedConsole();
    const options = { dataDir: '', ephemeral: true, from: 'second' };
    expect(await runCommand(join(folder, 'two.yaml'), 'first', options, testCli(console))).toBe(2);
    expect(console.written.err).toContain("two steps are named to start at, 'first' and --from 'second'");
  });

  it('--strict shows warnings as what keeps it from running', async () => {
    const legacy = `${valid}    next: [{ step: end }]\n`;
    const { code, out, err } = await run('legacy.yaml', legacy, { strict: true });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/legacy\.yaml:\d+:\d+: warning: /);
    expect(err).toContain('error: 1 warning, and --strict allows none');
  });

  it('--timeout fails an execution that takes longer, and must be a duration', async () => {
    const text = `${header}workflow: [{ step: nap, tool: { kind: wait, for: 1h } }]\n`;
    const late = await run('nap.yaml', text, { timeout: '20ms' });
    expect(late.code).toBe(1);
    expect(late.err).toContain('the execution exceeded its timeout (--timeout 20ms)');
    expect(late.err).not.toContain('executor.spec.timeout');
    expect(await run('nap.yaml', text, { timeout: 'soon' })).toMatchObject({
      code: 2,
      err: 'error: --timeout soon is no duration; write one such as 30s, 10m or 2h\n',
    });
  });

  it('-o yaml prints the whole as YAML, -o table the result for people', async () => {
    const text = `${header}workflow: [{ step: make, tool: { kind: noop, input: { rows: [{ a: 1 }, { a: 22 }] } } }]\n`;
    const whole = await run('rows.yaml', text, { output: 'yaml', quiet: true });
    expect(whole.out).toMatch(/^execution_id: "\d+"\nstatus: COMPLETED\nresult:\n {2}rows:\n {4}- a: 1\n/);
    const people = await run('rows.yaml', text, { output: 'table', quiet: true });
    expect(people.out).toBe('rows\n   a\n   1\n  22\n');
  });

  it('-v tells starts, times and what commands print', async () => {
    const text = `${header}workflow: [{ step: say, tool: { kind: shell, cmds: ["echo hello"] } }]\n`;
    const { err } = await run('say.yaml', text, { verbose: true });
    const lines = err.replaceAll(/^\d{4}-\d\d-\d\dT[\d:.]+Z /gm, '@ ').split('\n');
    expect(lines.slice(0, 2)).toEqual(['@ ▸ say', '@ │ say  hello']);
  });
});

describe('noetl run of a playbook that starts another one and goes on', () => {
  const caller = `${header}workflow: [{ step: go, tool: { kind: playbook, path: later, async: true } }]\n`;

  it('does not leave before that one has ended', async () => {
    const proof = join(folder, 'proof');
    const work = `{ step: work, tool: { kind: shell, cmds: ["echo done > ${proof}"] } }`;
    const later = `workflow:\n  - { step: rest, tool: { kind: wait, for: 50ms }, next: work }\n  - ${work}\n`;
    await writeFile(join(folder, 'later.yaml'), header + later);
    const { code, err } = await run('caller.yaml', caller);
    expect(code).toBe(0);
    expect(err).toContain('waiting for 1 execution started with `async: true`');
    expect(await readFile(proof, 'utf8')).toBe('done\n');
  });

  it('leaves it to `noetl resume` when it is interrupted', async () => {
    await writeFile(
      join(folder, 'later.yaml'),
      `${header}workflow: [{ step: ask, tool: { kind: signal } }]\n`,
    );
    const console = capturedConsole();
    const heard = new Set<() => void>();
    const interrupt = () => {
      for (const listener of heard) listener();
    };
    const err = (text: string) => {
      console.err(text);
      if (text.includes('noetl resume')) setImmediate(interrupt);
    };
    const onInterrupt = (listener: () => void) => {
      heard.add(listener);
      return () => heard.delete(listener);
    };
    const cli = { ...testCli({ ...console, err }), onInterrupt };
    const options = { dataDir: join(folder, 'left') };
    expect(await runCommand(join(folder, 'caller.yaml'), undefined, options, cli)).toBe(0);
  });
});

describe('noetl run --dry-run', () => {
  const text = `${header}workload: { host: example.com, ids: [7, 8] }
keychain: [{ name: shop, kind: bearer, token: s3cret-token }]
workflow:
  - step: fetch
    loop: { in: "{{ workload.ids }}", iterator: id }
    tool:
      kind: http
      url: "https://{{ workload.host }}/{{ iter.id }}"
      headers: { authorization: "Bearer {{ keychain.shop.token }}" }
    next: { arcs: [{ step: report, when: "{{ event.name == 'loop.done' }}" }, { step: alert }] }
  - { step: report, tool: { kind: noop } }
  - { step: alert, tool: { kind: noop } }
`;

  it('masks what it would have to fetch, and fetches nothing', async () => {
    const stored = text.replace(
      'kind: bearer, token: s3cret-token',
      'kind: credential, credential: shop_api',
    );
    const { code, out, err } = await run('plan.yaml', stored, { dryRun: true });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Bearer ***');
  });

  it('prints the plan and what the first step would do, with secrets masked', async () => {
    const { code, out, err } = await run('plan.yaml', text, { dryRun: true });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(
      [
        'one  3 steps',
        "  fetch   each id: http  → report if {{ event.name == 'loop.done' }}  → alert otherwise",
        '  report  noop',
        '  alert   noop',
        '',
        'first: fetch (item 1 of 2, http)',
        '  url: https://example.com/7',
        '  headers:',
        '    authorization: Bearer ***',
        '',
        'nothing was run and nothing was written',
        '',
      ].join('\n'),
    );
  });

  it('looks beyond the place that an execution has to wait for', async () => {
    const limited = `${text}executor: { spec: { concurrency: { key: nightly, limit: 1, on_limit: queue } } }\n`;
    expect((await run('limited.yaml', limited, { dryRun: true })).out).toContain(
      'first: fetch (item 1 of 2, http)',
    );
  });

  it('writes nothing', async () => {
    const dataDir = join(folder, 'untouched');
    await run('plan.yaml', text, { dryRun: true, ephemeral: false, dataDir });
    await expect(access(dataDir)).rejects.toThrow('ENOENT');
  });

  it('gives programs the same as data', async () => {
    const { out } = await run('plan.yaml', text, { dryRun: true, output: 'json' });
    expect(JSON.parse(out)).toMatchObject({
      path: 'one',
      first: [{ step: 'fetch', kind: 'http', items: 2, config: { url: 'https://example.com/7' } }],
    });
  });

  it('says what cannot be rendered, and exits with 2', async () => {
    const broken = `${header}workload: { zero: 0 }\nworkflow: [{ step: a, tool: { kind: noop, input: { x: "{{ 1 // zero }}" } } }]\n`;
    const { code, out } = await run('broken.yaml', broken, { dryRun: true });
    expect(code).toBe(2);
    expect(out).toContain('error: ');
  });
});
