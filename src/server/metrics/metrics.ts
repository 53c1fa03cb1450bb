import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes/index.ts';
import type { Load } from '../../ports/load.ts';
import { systemStatus } from '../system-status.ts';
import { knownStatuses } from './event-status.ts';

/** Seconds: from a commit to a long execution. */
const SHORT = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const LONG = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 14_400];

export const EXECUTION_OUTCOMES = ['completed', 'failed', 'cancelled'] as const;
export const STEP_OUTCOMES = ['completed', 'failed', 'skipped'] as const;
export const COMMAND_OUTCOMES = ['completed', 'failed', 'cancelled', 'retried', 'lost'] as const;

/** How many executions a request starts. */
const SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000];

/** The metrics of one server, each registered at 0, so that an alert on a rate works from the first failure on. */
export function createMetrics(load: () => Load, version: string) {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, read: (load: Load) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read(load()));
      },
    });
  collectDefaultMetrics({ register: registry });
  for (const part of ['server', 'worker']) {
    new Gauge({
      name: `noetl_${part}_build_info`,
      help: 'Always 1.',
      labelNames: ['version', 'node'],
      registers,
    }).set({ version, node: process.versions.node }, 1);
  }
  const started = Math.round(Date.now() / 1000 - process.uptime());
  gauge('noetl_process_start_time_seconds', 'When the process began, since 1970.', () => started);
  gauge(
    'noetl_system_cpu_usage_percent',
    'Of the machine, over a minute.',
    () => systemStatus().system.cpu_percent,
  );
  gauge('noetl_executions_open', 'Executions that have not ended.', of => of.openExecutions);
  gauge('noetl_worker_concurrent_dispatches', 'Commands that run now.', of => of.commands.running);
  gauge('noetl_worker_active_tasks', 'Commands that run now.', of => of.commands.running);
  gauge('noetl_worker_queue_size', 'Commands that wait for a place.', of => of.commands.waiting);
  gauge('noetl_worker_slots', 'Commands that may run at once.', of => of.commands.slots);
  gauge('noetl_worker_ready', '1 while the worker of this process takes commands.', of =>
    of.commands.slots > 0 ? 1 : 0,
  );
  gauge('noetl_store_writes_waiting', 'Turns that are not durable yet.', of => of.writes.waiting);
  gauge('noetl_store_behind_seconds', 'How long the oldest of them waits.', of => of.writes.behind / 1000);
  return {
    registry,
    ...engineMetrics(registers),
    ...workMetrics(registers),
    ...storeMetrics(registers),
    ...httpMetrics(registers),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

function engineMetrics(registers: Registry[]) {
  const executions = counter(registers, 'noetl_executions_total', 'Executions that ended.', 'outcome');
  const steps = counter(registers, 'noetl_steps_total', 'Runs of steps that ended.', 'outcome');
  const commands = counter(registers, 'noetl_commands_total', 'Attempts of commands that ended.', 'outcome');
  const writes = counter(registers, 'noetl_store_writes_total', 'Turns written to the log.', 'outcome');
  for (const outcome of EXECUTION_OUTCOMES) executions.inc({ outcome }, 0);
  for (const outcome of STEP_OUTCOMES) steps.inc({ outcome }, 0);
  for (const outcome of COMMAND_OUTCOMES) commands.inc({ outcome }, 0);
  for (const outcome of ['durable', 'failed']) writes.inc({ outcome }, 0);
  const events = counter(
    registers,
    'noetl_events_ingested_total',
    'Events of the log.',
    'event_type',
    'status',
  );
  for (const [event_type, status] of knownStatuses()) events.inc({ event_type, status }, 0);
  return {
    executions,
    steps,
    commands,
    writes,
    started: counter(registers, 'noetl_executions_started_total', 'Executions that were started.'),
    issued: counter(registers, 'noetl_command_publish_total', 'Commands that were issued.'),
    events,
    executionSeconds: histogram(
      registers,
      'noetl_execution_duration_seconds',
      'From start to end.',
      LONG,
      'outcome',
    ),
    stepSeconds: histogram(
      registers,
      'noetl_step_duration_seconds',
      'Of one run of a step.',
      LONG,
      'outcome',
    ),
    writeSeconds: histogram(
      registers,
      'noetl_event_ingest_duration_seconds',
      'Until a turn was durable: its wait, and the commit.',
      SHORT,
    ),
  };
}

/** Of the worker in this process, by kind of tool: the kinds are known when they are used. */
function workMetrics(registers: Registry[]) {
  const dispatchErrors = counter(
    registers,
    'noetl_worker_dispatch_errors_total',
    'Calls of tools that threw.',
    'tool_kind',
  );
  const toolErrors = counter(
    registers,
    'noetl_worker_tool_result_error_total',
    'Calls of tools that answered with an error.',
    'tool_kind',
  );
  const dispatchSeconds = histogram(
    registers,
    'noetl_worker_dispatch_duration_seconds',
    'Of calls of tools.',
    LONG,
    'tool_kind',
  );
  const secrets = counter(
    registers,
    'noetl_secret_resolve_total',
    'Stored credentials that were asked for.',
    'outcome',
  );
  for (const outcome of SECRET_OUTCOMES) secrets.inc({ outcome }, 0);
  return { dispatchErrors, toolErrors, dispatchSeconds, secrets };
}

export const SECRET_OUTCOMES = ['found', 'missing', 'failed'] as const;

function storeMetrics(registers: Registry[]) {
  const puts = counter(registers, 'noetl_result_store_put_total', 'Values that were stored.', 'outcome');
  const resolves = counter(
    registers,
    'noetl_result_store_resolve_total',
    'Values that were read.',
    'outcome',
  );
  for (const outcome of ['stored', 'failed']) puts.inc({ outcome }, 0);
  for (const outcome of ['found', 'missing', 'failed']) resolves.inc({ outcome }, 0);
  return {
    puts,
    resolves,
    putSeconds: histogram(
      registers,
      'noetl_result_store_put_duration_seconds',
      'Until a value was durable.',
      SHORT,
    ),
    resolveSeconds: histogram(
      registers,
      'noetl_result_store_resolve_duration_seconds',
      'Of reading a value.',
      SHORT,
    ),
  };
}

function httpMetrics(registers: Registry[]) {
  const requests = counter(
    registers,
    'noetl_request_total',
    'Requests that were answered.',
    'method',
    'route',
    'status',
  );
  const writeRequests = counter(
    registers,
    'noetl_write_requests_total',
    'Requests that write.',
    'endpoint',
    'status',
  );
  const executed = counter(
    registers,
    'noetl_execute_outcomes_total',
    'Executions that were asked for.',
    'entry',
    'outcome',
  );
  for (const { method, path, status = 200 } of Object.values<Route>(ROUTES)) {
    requests.inc({ method, route: path, status }, 0);
    if (method !== 'GET') writeRequests.inc({ endpoint: path, status }, 0);
  }
  for (const entry of ['execute', 'batch'])
    for (const outcome of ['started', 'duplicate', 'error']) executed.inc({ entry, outcome }, 0);
  return {
    requests,
    writeRequests,
    executed,
    batchSize: histogram(
      registers,
      'noetl_execute_batch_size',
      'Executions that one request asked for.',
      SIZES,
    ),
    requestSeconds: histogram(
      registers,
      'noetl_request_duration_seconds',
      'Of requests.',
      SHORT,
      'method',
      'route',
    ),
    writeRequestSeconds: histogram(
      registers,
      'noetl_write_request_duration_seconds',
      'Of requests that write.',
      SHORT,
      'endpoint',
    ),
  };
}

const counter = (registers: Registry[], name: string, help: string, ...labelNames: string[]) =>
  new Counter({ name, help, labelNames, registers });

const histogram = (
  registers: Registry[],
  name: string,
  help: string,
  buckets: number[],
  ...labelNames: string[]
) => new Histogram({ name, help, buckets, labelNames, registers });
