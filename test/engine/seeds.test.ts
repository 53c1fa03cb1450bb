import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import { type Local, openLocal } from '../../src/compose/local.ts';
import { legacyTrace } from '../../src/core/legacy-trace.ts';
import { load } from '../../src/playbook/index.ts';
import { describeWith, found } from '../support/services/describe-with.ts';

/** An API with two pages of two items behind each of three addresses. */
let api: Server;
let local: Local;
const requests: string[] = [];

beforeAll(async () => {
  api = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const page = Number(url.searchParams.get('page') ?? 1);
    requests.push(`${url.pathname}?page=${page}`);
    response.setHeader('content-type', 'application/json');
    const data = [1, 2].map(n => ({ id: `${url.pathname}-${page}-${n}` }));
    response.end(JSON.stringify({ data, paging: { hasMore: page < 2, page } }));
  });
  await new Promise<void>(resolve => api.listen(0, '127.0.0.1', resolve));
  local = await openLocal({
    dataDir: undefined,
    baseDir: '.',
    env: process.env,
    onTrouble: (_, error) => {
      throw error;
    },
  });
});

afterAll(async () => {
  await local.close();
  await new Promise(resolve => api.close(resolve));
});

async function run(text: string, payload = mappingOf([])) {
  const { playbook, problems } = load(text);
  if (!playbook) throw new Error(problems.map(problem => problem.message).join('\n'));
  const id = await local.engine.start({ playbook, text, source: 'seed.yaml', payload });
  const state = await local.engine.ended(id);
  const events = (await local.stores.events.read(id)).flatMap(turn => turn.events);
  return { state, events, trace: legacyTrace(events) };
}

it('a loop over three addresses, each with pages, completes its parent and goes on', async () => {
  const { state, trace } = await run(
    `
apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: loop_with_pagination, path: tests/pagination/loop_with_pagination/loop_with_pagination }
workload:
  endpoints: [{ path: /assessments }, { path: /users }, { path: /events }]
workflow:
  - step: start
    next: [fetch_all_endpoints]
  - step: fetch_all_endpoints
    tool: http
    loop: { collection: "{{ workload.endpoints }}", element: endpoint, mode: sequential }
    url: "{{ workload.api_url }}{{ endpoint.path }}"
    params: { page: 1 }
    retry:
      on_success:
        while: "{{ response.paging.hasMore == true }}"
        max_attempts: 10
        next_call: { params: { page: "{{ (response.paging.page | int) + 1 }}" } }
        collect: { strategy: append, path: data, into: pages }
    next: [{ step: validate_results }]
  - step: validate_results
    tool: { kind: noop, input: { counts: "{{ fetch_all_endpoints | map(attribute='data') | map('length') | list }}" } }
`,
    mappingOf([['api_url', `http://127.0.0.1:${(api.address() as AddressInfo).port}`]]),
  );
  expect(state.phase).toMatchObject({ kind: 'completed', result: { data: { counts: [4, 4, 4] } } });
  expect(requests).toEqual([
    '/assessments?page=1',
    '/assessments?page=2',
    '/users?page=1',
    '/users?page=2',
    '/events?page=1',
    '/events?page=2',
  ]);
  const shown = trace.map(({ event_type, node_name }) => `${event_type} ${node_name ?? ''}`.trim());
  const tail = shown.slice(shown.indexOf('iterator_completed fetch_all_endpoints'));
  expect(tail.slice(0, 4)).toEqual([
    'iterator_completed fetch_all_endpoints',
    'action_completed fetch_all_endpoints',
    'step_completed fetch_all_endpoints',
    expect.stringContaining('validate_results'),
  ]);
});

describeWith('python', 'the retry playbook', () => {
  it('executes three times and then fails, with the delays and attempts that are documented', async () => {
    expect(found('python').command).toBeTruthy();
    const { state, events } = await run(`
apiVersion: noetl.io/v1
kind: Playbook
metadata: { name: test_retry_verification, path: tests/retry/verify }
workflow:
  - step: start
    next: [fail_task]
  - step: fail_task
    type: python
    code: |
      def main(input_data):
          raise Exception("Test retry")
    retry: { max_attempts: 3, initial_delay: 0.01, retry_when: "{{ error != None }}" }
    next: [end]
  - step: end
`);
    expect(state.phase).toMatchObject({ kind: 'failed', failedSteps: ['fail_task'] });
    expect(state.phase.kind === 'failed' && state.phase.error.message).toContain('Test retry');
    const retries = events.filter(event => event.type === 'action_retry');
    expect(retries.map(({ attempt, maxAttempts, delay }) => [attempt, maxAttempts, delay])).toEqual([
      [1, 3, 10],
      [2, 3, 15],
    ]);
    expect(events.filter(event => event.type === 'command.started').map(event => event.attempt)).toEqual([
      1, 2, 3,
    ]);
  });
});
