import { describe, expect, it } from 'vitest';
import { mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import { useServer } from '../support/http-server.ts';
import { useRealTools } from '../support/run-real.ts';

const server = useServer();
const engine = useRealTools({
  'lib/child': `
    workload: { n: 0 }
    workflow:
      - { step: first, tool: { kind: noop, input: { twice: "{{ workload.n * 2 }}" } }, next: last }
      - { step: last, tool: { kind: noop, input: { thrice: "{{ workload.n * 3 }}" } } }`,
  'lib/broken': 'workflow:\n  - { step: boom, tool: { kind: fail, message: it broke } }',
});

server.answer = ({ url = '' }, response) => {
  const status = Number(/^\/status\/(\d+)/.exec(url)?.[1] ?? 200);
  response.writeHead(status, { 'content-type': 'application/json', 'x-kind': 'test' });
  response.end(JSON.stringify({ name: 'Ada', list: [1, 2], nested: { deep: true } }));
};

/** Runs a workflow whose last step asserts, and gives the error if there is one. */
async function outcome(workflow: string): Promise<PlainValue> {
  const state = await engine.run(workflow, mappingOf([['api', server.origin]]));
  return state.phase.kind === 'failed' ? state.phase.error.message : state.phase.kind;
}

/** A workflow of one step, and what must hold after it. */
const checked = (step: string, ...conditions: string[]): string => `
workload: { api: x }
workflow:
${step}
    next: check
  - step: check
    tool:
      kind: assert
      that:
${conditions.map(condition => `        - ${JSON.stringify(condition)}`).join('\n')}`;

describe('the shapes that playbooks rely on', () => {
  it.each([
    [
      'an HTTP result',
      checked(
        '  - step: fetch\n    tool: { kind: http, url: "{{ workload.api }}/x" }',
        'fetch.status_code == 200',
        "fetch.headers['x-kind'] == 'test'",
        "fetch.data.name == 'Ada' and fetch.body.name == 'Ada'",
        'fetch.data.list | length == 2 and fetch.body.nested.deep',
        "steps.fetch.status == 'COMPLETED' and steps.fetch.data.data.name == 'Ada'",
      ),
    ],
    [
      'the envelope that policies see',
      checked(
        `  - step: fetch
    tool:
      - name: get
        kind: http
        url: "{{ workload.api }}/x"
        spec:
          policy:
            rules:
              - when: >-
                  {{ output.status == 'ok' and output.data.data.name == 'Ada' and output.data.name == 'Ada'
                  and output.data.body.name == 'Ada' and output.http.status == 200 and output.error is none
                  and output.http.headers['x-kind'] == 'test' and outcome.status == 'ok' and output.meta.bytes > 0 }}
                then: { do: continue, set: { ctx.seen: true } }
              - else: { do: fail, message: the envelope is not as expected }`,
        'ctx.seen and seen',
      ),
    ],
    [
      'a pipeline result',
      checked(
        `  - step: two
    tool:
      - { name: a, kind: noop, input: { x: 1, y: 1 } }
      - { name: b, kind: noop, input: { y: "{{ a.x + a.data.y }}", from: "{{ _prev.x }}" } }
    set: { ctx.own: "{{ two.b.y }}" }`,
        'two.a.x == 1 and two.a.data.x == 1 and two.b.data.y == 2',
        'two.y == 2 and two.x == 1 and two.from == 1 and two.data.y == 2',
        'two.results.a.x == 1 and ctx.own == 2',
      ),
    ],
    [
      'a loop result',
      checked(
        `  - step: each
    loop: { in: [3, 0, 4], iterator: n, spec: { mode: parallel, on_error: continue } }
    tool: { kind: python, input: { n: "{{ iter.n }}" }, code: "result = {'half': 12 / n}" }`,
        'each | length == 3 and each[0].half == 4 and each[2].half == 3',
        'each.results | length == 3 and each.data | length == 3 and each.count == 3',
        'each.stats.total == 3 and each.stats.success == 2 and each.stats.failed == 1',
        "each.failed_items[0].index == 1 and 'ZeroDivision' in each.failed_items[0].error.message",
      ),
    ],
    [
      'a loop over responses',
      checked(
        `  - step: each
    loop: { in: [a, b], iterator: n }
    tool: { kind: http, url: "{{ workload.api }}/{{ iter.n }}" }`,
        "each[1].body.name == 'Ada' and each[0].data.name == 'Ada'",
      ),
    ],
    [
      'a playbook that is called',
      checked(
        '  - step: call\n    tool: { kind: playbook, path: lib/child, input: { n: 7 } }',
        'call.thrice == 21 and call.data.thrice == 21',
      ),
    ],
    [
      'the step of a called playbook that is asked for',
      checked(
        '  - step: call\n    tool: { kind: playbook, path: lib/child, return_step: first, input: { n: 7 } }',
        'call.twice == 14',
      ),
    ],
    [
      'context: scopes, bare names and order',
      checked(
        `  - step: a
    tool:
      kind: noop
      input: { x: 1 }
      set: { ctx.one: "{{ output.data.x }}", two: "{{ one + 1 }}", iter.gone: 1 }
    set: { three: "{{ ctx.two + 1 }}", step.gone: 1 }`,
        'ctx.one == 1 and one == 1 and ctx.two == 2 and three == 3',
        'ctx.gone is undefined',
      ),
    ],
    [
      'a large result',
      checked(
        `  - step: big
    tool: { kind: python, code: "result = {'n': 5, 'rows': [{'id': i, 'text': 'x' * 50} for i in range(5000)]}" }`,
        "big.n == 5 and big._ref.startswith('noetl://') and big._store == 'noetl'",
        'big._preview.n == 5 and big.rows | length == 5000 and big.rows[4999].id == 4999',
        'big.data.rows[7].id == 7',
      ),
    ],
    [
      'a large result that is read back by its reference',
      checked(
        `  - step: big
    tool:
      kind: python
      code: "result = {'n': 5, 'text': 'x' * 100000}"
    next: back
  - step: back
    tool: { kind: artifact, action: get, result_ref: "{{ big._ref }}" }`,
        'back.data.n == 5 and back.data.text | length == 100000 and back.size_bytes > 100000',
      ),
    ],
  ])('%s', async (_, workflow) => {
    expect(await outcome(workflow)).toBe('completed');
  });

  it.each([
    ['401', 'auth', false],
    ['403', 'auth', false],
    ['404', 'client_error', false],
    ['429', 'rate_limit', true],
    ['500', 'server_error', true],
    ['503', 'server_error', true],
  ])('HTTP %s is an error of kind %s', async (status, kind, retryable) => {
    const workflow = `
      workload: { api: x }
      workflow:
        - step: fetch
          tool: { kind: http, url: "{{ workload.api }}/status/${status}" }
          next:
            arcs:
              - step: check
                when: "{{ event.name == 'call.error' and output.status == 'error' and error.kind == '${kind}' }}"
        - step: check
          tool:
            kind: assert
            that:
              - "{{ steps.fetch.error.kind == '${kind}' and steps.fetch.error.status_code == ${status} }}"
              - "{{ steps.fetch.error.retryable == ${retryable} }}"`;
    expect(await outcome(workflow)).toBe('completed');
  });

  it.each([
    ['a connection that is refused', 'http', 'url: "http://127.0.0.1:1/"', 'connection'],
    ['a task that takes too long', 'shell', 'cmds: [sleep 60], timeout: 0.2', 'timeout'],
    ['a template that fails', 'noop', 'input: { x: "{{ 1 / 0 }}" }', 'template'],
    ['a field that is wrong', 'http', 'url: [1]', 'validation'],
    ['an exception in code', 'python', 'code: "{}[1]"', 'exception'],
  ])('%s has the kind of error that rules test', async (_, kind, fields, expected) => {
    const workflow = `
      workflow:
        - step: a
          tool:
            - name: one
              kind: ${kind}
              ${fields.replaceAll(', ', '\n              ')}
              spec:
                policy:
                  rules:
                    - { when: "{{ output.status == 'error' and output.error.kind == '${expected}' }}", then: { do: continue } }
                    - { else: { then: { do: fail, message: "{{ output.error.kind }}" } } }
            - { name: two, kind: noop }`;
    expect(await outcome(workflow)).toBe('completed');
  });

  it.each([
    ['a python exception', '{ kind: python, code: "raise ValueError(42)" }', 'ValueError: 42'],
    ['a status above 400', '{ kind: http, url: "{{ workload.api }}/status/404" }', 'HTTP 404'],
    ['a shell that exits with 3', '{ kind: shell, cmds: exit 3 }', '3'],
    ['a playbook that fails', '{ kind: playbook, path: lib/broken }', 'it broke'],
    [
      'a rule that says so',
      '{ kind: noop, spec: { policy: { rules: [{ when: true, then: { do: fail, message: no more } }] } } }',
      'no more',
    ],
  ])('%s fails the step and the execution, and the error says why', async (_, tool, message) => {
    const text = await outcome(`workload: { api: x }\nworkflow:\n  - { step: bad, tool: ${tool} }`);
    expect(text).toContain(message);
  });
});
