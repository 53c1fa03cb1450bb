import { expect, it } from 'vitest';
import { NO_LOAD } from '../../src/ports/load.ts';
import { countAnswers, countTurns } from '../../src/server/metrics/follow-turns.ts';
import { createMetrics } from '../../src/server/metrics/metrics.ts';
import { TestServer } from '../support/test-server.ts';

const sampleOf = (page: string, name: string): number | undefined => {
  const line = page.split('\n').find(each => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

it('are there from the start, at 0', async () => {
  const page = await createMetrics(() => NO_LOAD, '1').registry.metrics();
  for (const name of [
    'noetl_executions_total{outcome="failed"}',
    'noetl_executions_started_total',
    'noetl_steps_total{outcome="skipped"}',
    'noetl_commands_total{outcome="retried"}',
    'noetl_store_writes_total{outcome="failed"}',
    'noetl_command_publish_total',
    'noetl_worker_queue_size',
    'noetl_executions_open',
  ]) {
    expect([name, sampleOf(page, name)]).toEqual([name, 0]);
  }
  expect(sampleOf(page, 'process_resident_memory_bytes')).toBeGreaterThan(0);
});

it('count what executions come to: loops by iteration, retries by attempt', async () => {
  const metrics = createMetrics(() => NO_LOAD, '1');
  let calls = 0;
  const server = new TestServer({
    tools: {
      flaky: () =>
        calls++ === 0
          ? { status: 'error', error: { kind: 'server_error', message: 'no', retryable: true } }
          : { status: 'ok', data: 1 },
    },
  });
  server.test.engine.watch(countTurns(metrics));
  await server.test.run(`
    workflow:
      - { step: a, loop: { in: [1, 2, 3], iterator: x }, tool: { kind: echo }, next: b }
      - { step: b, tool: { kind: flaky, retry: { max_attempts: 2, initial_delay: 0 } }, next: [{ step: c, when: "{{ b == 2 }}" }] }
      - { step: c, tool: { kind: echo } }
  `);
  const page = await metrics.registry.metrics();
  expect(sampleOf(page, 'noetl_executions_total{outcome="completed"}')).toBe(1);
  expect(sampleOf(page, 'noetl_steps_total{outcome="completed"}')).toBe(2);
  expect(sampleOf(page, 'noetl_steps_total{outcome="skipped"}')).toBe(1);
  expect(sampleOf(page, 'noetl_commands_total{outcome="completed"}')).toBe(4);
  expect(sampleOf(page, 'noetl_commands_total{outcome="retried"}')).toBe(1);
  expect(sampleOf(page, 'noetl_execution_duration_seconds_count{outcome="completed"}')).toBe(1);
});

it('count answers by route, not by address', async () => {
  const metrics = createMetrics(() => NO_LOAD, '1');
  const server = new TestServer({ server: { onAnswer: countAnswers(metrics) } });
  await server.ask('GET', '/api/nothing/1');
  await server.ask('GET', '/api/nothing/2');
  await server.ask('POST', '/api/catalog/list', {});
  const page = await metrics.registry.metrics();
  expect(sampleOf(page, 'noetl_request_total{method="GET",route="unknown",status="404"}')).toBe(2);
  expect(sampleOf(page, 'noetl_write_requests_total{endpoint="/api/catalog/list",status="200"}')).toBe(1);
});

it('can be switched off', async () => {
  expect(await new TestServer().ask('GET', '/metrics')).toMatchObject({ status: 404 });
});
