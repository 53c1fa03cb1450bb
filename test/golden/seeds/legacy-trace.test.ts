import { describe, expect, it } from 'vitest';
import { readLog } from '../../../src/core/codec/read-log.ts';
import type { Event } from '../../../src/core/event.ts';
import { fold } from '../../../src/core/fold/fold.ts';
import { legacyTrace } from '../../../src/core/legacy-trace.ts';
import { stateView } from '../../../src/core/state-view.ts';
import { queueView } from '../../../src/core/view/queue-view.ts';
import { CoreRun } from '../../support/core-run.ts';
import { playbookFrom } from '../../support/load-playbook.ts';

/** The trace as the reports print it, restricted to the types that the report in question shows. */
const shown = (events: readonly Event[], ...types: readonly string[]): string[] =>
  legacyTrace(events)
    .filter(row => types.includes(row.event_type))
    .map(
      row =>
        `${row.event_type} (${row.status}) ${row.event_type === 'iterator_started' ? row.node_id : row.node_name}`,
    );

const queue = (events: readonly Event[]) =>
  queueView(events).map(row => `${row.node_name} ${row.status} ${row.attempts}/${row.max_attempts}`);

describe('the loop that once got stuck', () => {
  const playbook = playbookFrom(`
    workload:
      api_url: http://localhost
      endpoints: [{ path: /a }, { path: /b }, { path: /c }]
    workflow:
      - step: fetch_all_endpoints
        tool: http
        loop: { collection: "{{ workload.endpoints }}", element: endpoint, mode: sequential }
        url: "{{ workload.api_url }}{{ endpoint.path }}"
        retry:
          on_success:
            while: "{{ response.paging.hasMore == true }}"
            next_call: { params: { page: "{{ (response.paging.page | int) + 1 }}" } }
            collect: { strategy: append, path: data, into: pages }
        next: [{ step: validate_results }]
      - step: validate_results
        tool: { kind: noop }
  `);

  it('completes its parent, and the next step starts', () => {
    const run = new CoreRun(playbook).start();
    for (const page of ['a', 'b', 'c']) run.done('fetch_all_endpoints', [page]);
    run.send({ kind: 'started', commandId: run.queue[0]?.commandId ?? '', attempt: 1 });
    const types = 'playbook_started workflow_initialized iterator_started action_started action_completed';
    const trace = shown(run.log, ...types.split(' '), 'step_result', 'iterator_completed', 'step_completed');
    const iteration = (index: number) => [
      `action_started (RUNNING) fetch_all_endpoints_iter_${index}`,
      `action_completed (COMPLETED) fetch_all_endpoints_iter_${index}`,
      `step_result (COMPLETED) fetch_all_endpoints_iter_${index}`,
    ];
    expect(trace).toEqual([
      'playbook_started (STARTED) p',
      'workflow_initialized (COMPLETED) workflow',
      'iterator_started (RUNNING) fetch_all_endpoints',
      ...[0, 1, 2].flatMap(iteration),
      'iterator_completed (COMPLETED) fetch_all_endpoints',
      'action_completed (COMPLETED) fetch_all_endpoints',
      'step_completed (COMPLETED) fetch_all_endpoints',
      'action_started (RUNNING) validate_results',
    ]);
  });

  it('leaves every job of its iterations done', () => {
    const run = new CoreRun(playbook).start();
    for (const page of ['a', 'b', 'c']) run.done('fetch_all_endpoints', [page]);
    expect(queue(run.log)).toEqual([
      'fetch_all_endpoints_iter_0 done 1/1',
      'fetch_all_endpoints_iter_1 done 1/1',
      'fetch_all_endpoints_iter_2 done 1/1',
      'validate_results queued 0/1',
    ]);
  });
});

describe('the workflow that once stopped after its first step', () => {
  const steps = ['create_flat_table', 'create_nested_table', 'create_summary_table'];
  const playbook = playbookFrom(`
    workflow:
      - { step: create_flat_table, tool: { kind: noop }, next: [create_nested_table] }
      - { step: create_nested_table, tool: { kind: noop }, next: [create_summary_table] }
      - { step: create_summary_table, tool: { kind: noop } }
  `);

  it('runs all three, and ends', () => {
    const run = new CoreRun(playbook).start();
    for (const step of steps) run.done(step);
    const trace = shown(run.log, 'step_started', 'action_completed', 'step_completed', 'execution_complete');
    expect(trace).toEqual([
      ...steps.flatMap(step => [
        `step_started (RUNNING) ${step}`,
        `action_completed (COMPLETED) ${step}`,
        `step_completed (COMPLETED) ${step}`,
      ]),
      'execution_complete (COMPLETED) undefined',
    ]);
    expect(queue(run.log)).toEqual(steps.map(step => `${step} done 1/1`));
  });
});

describe('the retries that were once miscounted', () => {
  const failing = (retry: string) =>
    playbookFrom(`
      workflow:
        - { step: start, next: [fail_task] }
        - step: fail_task
          type: python
          code: |
            def main(input_data):
                raise Exception("Test retry")
          retry: { ${retry} }
          next: [end]
        - step: end
    `);

  /** Fails every attempt; what the queue shows at each moment, with the wait before the next attempt. */
  function failUntilDead(retry: string): { states: string[]; run: CoreRun } {
    const run = new CoreRun(failing(retry)).start();
    const states: string[] = [];
    const note = () => {
      const [row] = queueView(run.log);
      const wait =
        row?.status === 'retry' ? ` +${(Date.parse(row.available_at ?? '') - run.now) / 1000}s` : '';
      states.push(`${row?.status}${row?.attempts}${wait}`);
    };
    while (run.queue.length > 0) {
      const { commandId, attempt, availableAt } = run.queue[0]!;
      run.now = availableAt ?? run.now;
      run.send({ kind: 'started', commandId, attempt });
      note();
      run.fail('fail_task', { message: 'Test retry' });
      note();
    }
    return { states, run };
  }

  it('executes three attempts of three: leased, retry, leased, retry, leased, dead', () => {
    const retry = 'max_attempts: 3, initial_delay: 1.0, retry_when: "{{ error != None }}"';
    const { states, run } = failUntilDead(retry);
    expect(states).toEqual(['leased1', 'retry1 +1s', 'leased2', 'retry2 +1.5s', 'leased3', 'dead3']);
    expect(queue(run.log)).toEqual(['fail_task dead 3/3']);
  });

  it('executes five attempts of five, each wait half as long again as the one before', () => {
    const retry = 'max_attempts: 5, initial_delay: 2.0, backoff_multiplier: 1.5';
    const { states, run } = failUntilDead(retry);
    const waits = states.filter(state => state.startsWith('retry')).map(state => state.split('+')[1]);
    expect(waits).toEqual(['2s', '3s', '4.5s', '6.75s']);
    expect(queue(run.log)).toEqual(['fail_task dead 5/5']);
  });

  it('tells of every attempt: started, error, and the retry with its counts and its delay', () => {
    const { run } = failUntilDead('max_attempts: 3, initial_delay: 1.0');
    const trace = legacyTrace(run.log).filter(row => row.event_type.startsWith('action_'));
    expect(trace.map(row => `${row.event_type} ${row.attempt}`)).toEqual([
      'action_started 1',
      'action_error 1',
      'action_retry 1',
      'action_started 2',
      'action_error 2',
      'action_retry 2',
      'action_started 3',
      'action_error 3',
      'action_failed 3',
    ]);
    const retries = trace.filter(row => row.event_type === 'action_retry');
    expect(retries).toMatchObject([
      {
        node_name: 'fail_task',
        command_id: expect.stringMatching(/^1:fail_task:\d+$/),
        error: 'Test retry',
        context: {
          attempt: 1,
          max_attempts: 3,
          retry_delay_seconds: 1,
          available_at: '1970-01-01T00:00:01.000Z',
          will_retry: true,
        },
      },
      { context: { attempt: 2, max_attempts: 3, retry_delay_seconds: 1.5, will_retry: true } },
    ]);
  });

  it('ends the execution as failed, and says why', () => {
    const { run } = failUntilDead('max_attempts: 3, initial_delay: 1.0');
    expect(legacyTrace(run.log).at(-1)).toMatchObject({
      event_type: 'execution_failed',
      status: 'FAILED',
      error: expect.stringContaining('Test retry'),
    });
  });
});

describe('a trace in older words', () => {
  const playbook = playbookFrom(`
    workload: { items: [a, b, c] }
    workflow:
      - step: each
        loop: { in: "{{ workload.items }}", iterator: item, spec: { mode: parallel } }
        tool: { kind: noop }
        next: [again]
      - step: again
        tool: { kind: noop }
        next: { arcs: [{ step: again, when: "{{ output.n < 2 }}" }, { step: last, when: "{{ output.n == 2 }}" }] }
      - { step: last, tool: { kind: noop } }
  `);

  it('can be read back: same steps, same results, same end', () => {
    const run = new CoreRun(playbook).start();
    run.done('each', 'C', 2).done('each', 'A', 0).done('each', 'B', 1);
    run.done('again', { n: 1 }).done('again', { n: 2 }).done('last', { ok: true });
    const { events } = readLog(legacyTrace(run.log), { executionId: '1' });
    const [before, after] = [stateView(run.state), stateView(fold(events))];
    expect(after.get_all_results()).toEqual(before.get_all_results());
    expect(after.completed_steps().sort()).toEqual(before.completed_steps().sort());
    expect(after.state).toBe('completed');
    expect(fold(events).steps.get('again')?.runs).toBe(2);
  });
});
