import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { StoreError } from '../../src/adapters/common/store-error.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { Connection } from '../../src/adapters/sqlite/connection.ts';
import { NO_LOAD } from '../../src/ports/load.ts';
import type { ToolCall, ToolIo, ToolOutcome } from '../../src/ports/tool.ts';
import { countAnswers, countExecutes, countTurns } from '../../src/server/metrics/follow-turns.ts';
import { measuredCredentials, measuredResults, measuredTools } from '../../src/server/metrics/measure.ts';
import { createMetrics } from '../../src/server/metrics/metrics.ts';
import { textOf } from '../support/load-playbook.ts';
import { ServedDirectory } from '../support/served-directory.ts';
import { TestServer } from '../support/test-server.ts';
import { PLAYBOOK } from './examples/example.ts';

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
    'noetl_events_ingested_total{event_type="playbook.failed",status="FAILED"}',
    'noetl_events_ingested_total{event_type="step.exit",status="FAILED"}',
    'noetl_execute_outcomes_total{entry="batch",outcome="error"}',
    'noetl_result_store_put_total{outcome="failed"}',
    'noetl_result_store_resolve_total{outcome="missing"}',
    'noetl_secret_resolve_total{outcome="failed"}',
    'noetl_secret_refresh_total{outcome="renewed"}',
    'noetl_secret_refresh_total{outcome="failed"}',
    'noetl_worker_claim_succeeded_total',
    'noetl_worker_claim_failed_total',
    'noetl_worker_event_emit_failed_total',
    'noetl_worker_event_emit_retries_total',
    'noetl_worker_event_emit_duration_seconds_count',
    'noetl_batch_accepted_total',
    'noetl_batch_enqueue_error_total',
    'noetl_auto_resume_recoveries_completed_total',
    'noetl_auto_resume_recoveries_failed_total',
    'noetl_write_requests_total{endpoint="/api/execute",status="200"}',
    'noetl_request_total{method="GET",route="/api/executions",status="200"}',
    'noetl_execute_batch_size_count',
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

it('are those that the reference describes, and no others', async () => {
  const page = await createMetrics(() => NO_LOAD, '1').registry.metrics();
  const scraped = [...page.matchAll(/^# TYPE (noetl_\w+) (\w+)$/gm)].map(
    ([, name, kind]) => `${name} ${kind}`,
  );
  const text = readFileSync(new URL('../../docs/reference/metrics.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter(line => line.startsWith('| `noetl_'));
  const described = rows.flatMap(row => {
    const [, names = '', kind = ''] = row.split('|');
    return [...names.matchAll(/noetl_\w+/g)].map(([name]) => `${name} ${kind.trim()}`);
  });
  expect(described.toSorted()).toEqual(scraped.toSorted());
  expect(new Set(described).size).toBe(described.length);
});

it('have the labels that the reference names', async () => {
  const text = readFileSync(new URL('../../docs/reference/metrics.md', import.meta.url), 'utf8');
  const labels = new Map(
    text
      .split('\n')
      .filter(line => line.startsWith('| `noetl_'))
      .flatMap(row => {
        const [, names = '', , column = ''] = row.split('|');
        const words = [...column.matchAll(/`(\w+)`/g)].map(([, label]) => label);
        return [...names.matchAll(/noetl_\w+/g)].map(([name]) => [name, words] as const);
      }),
  );
  const { registry } = createMetrics(() => NO_LOAD, '1');
  for (const metric of registry.getMetricsAsArray()) {
    const { name, labelNames } = metric as unknown as {
      readonly name: string;
      readonly labelNames: string[];
    };
    if (name.startsWith('noetl_')) expect([name, labels.get(name)]).toEqual([name, labelNames]);
  }
});

it('count and time stored values, secrets and calls of tools', async () => {
  const metrics = createMetrics(() => NO_LOAD, '1');
  const { results, credentials } = openMemory();
  const stored = measuredResults(results, metrics);
  const { uri } = await stored.put('1', 'x', 'value');
  expect(await stored.get(uri)).toBe('value');
  expect(await stored.get(`${uri.slice(0, -1)}_`)).toBeUndefined();
  await expect(stored.put('no id', 'x', 1)).rejects.toThrow();
  expect(await measuredCredentials(credentials, metrics).get('none')).toBeUndefined();
  const outcomes: ToolOutcome[] = [
    { status: 'ok', data: 1 },
    { status: 'error', error: { kind: 'exception', message: 'no', retryable: false } },
  ];
  const run = async () => outcomes.shift() ?? Promise.reject(new Error('broken'));
  const tools = measuredTools(
    { find: async () => ({ defaultTimeout: 1, run }), kinds: () => ['odd'], close: async () => {} },
    metrics,
  );
  const tool = await tools.find('odd');
  await tool?.run({} as ToolCall, {} as ToolIo);
  await tool?.run({} as ToolCall, {} as ToolIo);
  await expect(tool?.run({} as ToolCall, {} as ToolIo)).rejects.toThrow('broken');
  const page = await metrics.registry.metrics();
  for (const [name, count] of [
    ['noetl_result_store_put_total{outcome="stored"}', 1],
    ['noetl_result_store_put_total{outcome="failed"}', 1],
    ['noetl_result_store_resolve_total{outcome="found"}', 1],
    ['noetl_result_store_resolve_total{outcome="missing"}', 1],
    ['noetl_result_store_put_duration_seconds_count', 2],
    ['noetl_secret_resolve_total{outcome="missing"}', 1],
    ['noetl_worker_dispatch_duration_seconds_count{tool_kind="odd"}', 3],
    ['noetl_worker_dispatch_errors_total{tool_kind="odd"}', 1],
    ['noetl_worker_tool_result_error_total{tool_kind="odd"}', 1],
  ] as const)
    expect([name, sampleOf(page, name)]).toEqual([name, count]);
});

it('count what requests to execute come to', async () => {
  const metrics = createMetrics(() => NO_LOAD, '1');
  const server = new TestServer({ services: { onExecute: countExecutes(metrics) } });
  await server.ask('POST', '/api/execute', { path: 'none' });
  await server.ask('POST', '/api/execute', { content: PLAYBOOK });
  await server.ask('POST', '/api/execute/batch', {
    executions: [{ content: PLAYBOOK }, { content: PLAYBOOK }, { path: 'none' }],
  });
  const page = await metrics.registry.metrics();
  expect(sampleOf(page, 'noetl_execute_outcomes_total{entry="execute",outcome="started"}')).toBe(1);
  expect(sampleOf(page, 'noetl_execute_outcomes_total{entry="execute",outcome="error"}')).toBe(1);
  expect(sampleOf(page, 'noetl_execute_outcomes_total{entry="batch",outcome="started"}')).toBe(2);
  expect(sampleOf(page, 'noetl_execute_outcomes_total{entry="batch",outcome="error"}')).toBe(1);
  expect(sampleOf(page, 'noetl_execute_batch_size_sum')).toBe(3);
});

it('count batches of events that are recorded, and those that cannot be; not those that are wrong', async () => {
  const metrics = createMetrics(() => NO_LOAD, '1');
  const stores = openMemory();
  const server = new TestServer({ stores, server: { onAnswer: countAnswers(metrics) } });
  const id = await server.test.start('workflow: [{ step: a, tool: { kind: echo } }]');
  const tell = (...events: object[]) => server.ask('POST', '/api/events/batch', { execution_id: id, events });
  expect(await tell({ name: 'it.rained' }, { name: 'it.stopped' })).toMatchObject({ status: 200 });
  expect(await tell({})).toMatchObject({ status: 422 });
  stores.events.append = () => Promise.reject(new StoreError('store_full', 'the disk is full'));
  expect(await tell({ name: 'it.rained' })).toMatchObject({ status: 503 });
  const page = await metrics.registry.metrics();
  expect(sampleOf(page, 'noetl_batch_accepted_total')).toBe(1);
  expect(sampleOf(page, 'noetl_batch_enqueue_error_total')).toBe(1);
  expect(sampleOf(page, 'noetl_batch_enqueue_latency_seconds_count')).toBe(1);
});

it('count the executions of an earlier process that go on, and those that cannot', async () => {
  const waits = (name: string) => textOf(`workflow: [{ step: ${name}, tool: { kind: signal, signal: go } }]`);
  const folder = await mkdtemp(join(tmpdir(), 'noetl-metrics-'));
  const first = await ServedDirectory.open({}, folder);
  for (const name of ['one', 'two', 'gone']) {
    const body = JSON.stringify({ content: waits(name) });
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${first.url}/api/execute`, { method: 'POST', headers, body });
    expect(status).toBe(200);
  }
  await first.close();
  const database = new Connection(join(first.dataDir, 'noetl.db'));
  database.exec(`DELETE FROM playbook WHERE text LIKE '%gone%'`);
  database.close();
  const second = await ServedDirectory.open({}, folder);
  const page = async () => (await fetch(`${second.url}/metrics`)).text();
  await expect
    .poll(async () => sampleOf(await page(), 'noetl_auto_resume_recoveries_completed_total'))
    .toBe(2);
  expect(sampleOf(await page(), 'noetl_auto_resume_recoveries_failed_total')).toBe(1);
  await second.close();
});
