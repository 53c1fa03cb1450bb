import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import { useServer } from '../support/http-server.ts';
import { useRealTools } from '../support/run-real.ts';

const server = useServer();
const engine = useRealTools();
const folder = mkdtempSync(join(tmpdir(), 'noetl-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The result of a workflow, or why it failed. */
async function resultOf(workflow: string): Promise<unknown> {
  const { phase } = await engine.run(
    workflow,
    mappingOf([
      ['api', server.origin],
      ['folder', folder],
    ]),
  );
  if (phase.kind === 'failed') return phase.error.message;
  return phase.kind === 'completed' && phase.result.kind === 'inline' ? phase.result.data : phase.kind;
}

const python = (code: string, fields = ''): string => `
workload: { api: x, folder: y, greeting: hello }
workflow:
  - { step: before, tool: { kind: noop, input: { n: 3 } }, next: run }
  - step: run
    tool:
      kind: python
      ${fields === '' ? 'input: { a: 2, b: [1, 2] }' : fields}
      code: |
${code
  .split('\n')
  .map(line => `        ${line}`)
  .join('\n')}`;

describe('what python code may rely on', () => {
  it.each([
    ['inputs as globals', 'result = a + len(b)', 4],
    ['`input_data` and `args`', "result = [input_data['a'], args['b'][1]]", [2, 2]],
    ['`context`', "result = [context['workload']['greeting'], context['before']['n']]", ['hello', 3]],
    ['json without import', "result = json.loads('[1]')", [1]],
    ['a result by `return`', 'if a == 2:\n    return "early"\nreturn "late"', 'early'],
    ['a result by `main`', 'def main(b, a, missing=5):\n    return [a, b, missing]', [2, [1, 2], 5]],
    [
      '`main` with everything',
      'def main(input_data, context):\n    return [input_data["a"], context["before"]["n"]]',
      [2, 3],
    ],
    ['braces of its own', 'result = {"x": f"{a}{{}}"}', { x: '2{}' }],
  ])('%s', async (_, code, expected) => {
    expect(await resultOf(python(code))).toEqual(expected);
  });

  it('an input that is called `result`', async () => {
    expect(await resultOf(python('result = result + 1', 'input: { result: 41 }'))).toBe(42);
  });

  it('libs by alias', async () => {
    const fields = 'libs: { m: math, up: { from: string, import: ascii_uppercase } }';
    expect(await resultOf(python('result = [m.floor(2.5), up[0]]', fields))).toEqual([2, 'A']);
  });

  it('a list of libs is ignored', async () => {
    expect(await resultOf(python('import math\nresult = math.floor(2.5)', 'libs: [math]'))).toBe(2);
  });

  it('a template inside code that parses and whose names exist', async () => {
    expect(await resultOf(python('result = "{{ workload.greeting }}, {{ nobody }}"'))).toEqual(
      'hello, {{ nobody }}',
    );
  });
});

describe('programs that are kept elsewhere', () => {
  server.answer = ({ url }, response) =>
    response.end(
      url === '/main.py' ? 'result = {"from": "http", "a": a}' : 'return { from: "http", a: input.a };',
    );

  it.each([
    [
      'python',
      'inline',
      "{ source: { type: inline, code: \"result = {'from': 'inline', 'a': a}\" } }",
      'inline',
    ],
    ['python', 'a file', '{ uri: "{{ workload.folder }}/main.py", source: { type: file } }', 'file'],
    ['python', 'http', '{ uri: "{{ workload.api }}/main.py", source: { type: http } }', 'http'],
    ['javascript', 'a file', '{ uri: "{{ workload.folder }}/main.js", source: { type: file } }', 'file'],
    ['javascript', 'http', '{ uri: "{{ workload.api }}/main.js", source: { type: http } }', 'http'],
  ])('%s from %s', async (kind, _, script, from) => {
    writeFileSync(join(folder, 'main.py'), 'result = {"from": "file", "a": a}');
    writeFileSync(join(folder, 'main.js'), 'return { from: "file", a: input.a };');
    const workflow = `
      workload: { api: x, folder: y }
      workflow:
        - { step: run, tool: { kind: ${kind}, input: { a: 1 }, script: ${script} } }`;
    expect(await resultOf(workflow)).toEqual({ from, a: 1 });
  });

  it('a shell script from a file', async () => {
    writeFileSync(join(folder, 'main.sh'), 'echo "from $NAME"');
    const workflow = `
      workload: { api: x, folder: y }
      workflow:
        - step: run
          tool: { kind: shell, env: { NAME: file }, script: { uri: "{{ workload.folder }}/main.sh", source: { type: file } } }`;
    expect(await resultOf(workflow)).toMatchObject({ exit_code: 0, stdout: 'from file\n' });
  });

  it('says which file is missing', async () => {
    const workflow = `
      workload: { api: x, folder: y }
      workflow:
        - { step: run, tool: { kind: python, script: { uri: "{{ workload.folder }}/none.py", source: { type: file } } } }`;
    expect(await resultOf(workflow)).toContain('none.py');
  });
});

describe('rules, arcs and the end', () => {
  const rules = (...lines: string[]): string => `
    workflow:
      - step: a
        tool:
          - name: one
            kind: noop
            input: { n: 1 }
            spec:
              policy:
                rules:
${lines.map(line => `                  - ${line}`).join('\n')}
          - { name: two, kind: noop, input: { seen: "{{ ctx.seen }}" } }`;

  it.each([
    ['`else: {then: …}`', '{ else: { then: { do: continue, set: { ctx.seen: yes } } } }'],
    ['`else: {do: …}`', '{ else: { do: continue, set: { ctx.seen: yes } } }'],
    ['an empty `else` with a `then` beside it', '{ else: , then: { do: continue, set: { ctx.seen: yes } } }'],
    ['`when: true`', '{ when: true, then: { do: continue, set: { ctx.seen: yes } } }'],
  ])('%s is a rule that matches', async (_, rule) => {
    const never = '{ when: "{{ output.data.n > 1 }}", then: { do: fail } }';
    expect(await resultOf(rules(never, rule))).toMatchObject({ two: { seen: 'yes' } });
  });

  it.each([
    ['step.done', '[1]', 'noop'],
    ['step.exit', '[1]', 'noop'],
    ['call.done', '[1]', 'noop'],
    ['step.failed', '[1]', 'fail'],
    ['call.error', '[1]', 'fail'],
  ])('an arc may test for %s', async (name, _, kind) => {
    const workflow = `
      workflow:
        - step: first
          tool: { kind: ${kind}, input: { x: 1 } }
          next: { arcs: [{ step: hit, when: "{{ event.name == '${name}' }}" }, { step: other, on: any }] }
        - { step: hit, tool: { kind: noop, input: { ok: true } } }
        - { step: other, tool: { kind: fail } }`;
    expect(await resultOf(workflow)).toEqual({ ok: true });
  });

  it('a loop ends with loop.done, and arcs see `output`, `response` and `result`', async () => {
    const workflow = `
      workflow:
        - step: begin
          loop: { in: [1, 2], iterator: n }
          tool: { kind: noop, input: { n: "{{ iter.n }}" } }
          next:
            arcs:
              - step: hit
                when: "{{ event.name == 'loop.done' and output.data[1].n == 2 and result[0].n == 1 and response | length == 2 }}"
        - { step: hit, tool: { kind: noop, input: { ok: true } } }
        - { step: end, tool: { kind: noop, input: { end: "{{ hit.ok }}" } } }`;
    expect(await resultOf(workflow)).toEqual({ end: true });
  });
});
