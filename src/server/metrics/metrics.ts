import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Load } from '../../ports/load.ts';
import { systemStatus } from '../system-status.ts';
import { engineMetrics } from './engine-metrics.ts';
import { httpMetrics } from './http-metrics.ts';
import { type Instruments, instruments } from './instruments.ts';
import { storeMetrics } from './store-metrics.ts';
import { workMetrics } from './work-metrics.ts';

/** The metrics of one server, each registered at 0, so that an alert on a rate works from the first failure on. */
export function createMetrics(load: () => Load, version: string) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const made = instruments(registry);
  addBuildInfo(registry, version);
  addProcess(made);
  addLoad(made, load);
  return {
    registry,
    ...engineMetrics(made),
    ...workMetrics(made),
    ...storeMetrics(made),
    ...httpMetrics(made),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

function addBuildInfo(registry: Registry, version: string): void {
  const labels = { version, node: process.versions.node };
  for (const name of ['noetl_server_build_info', 'noetl_worker_build_info']) {
    const labelNames = Object.keys(labels);
    new Gauge({ name, help: 'Always 1.', labelNames, registers: [registry] }).set(labels, 1);
  }
}

function addProcess({ gauge }: Instruments): void {
  const started = Math.round(Date.now() / 1000 - process.uptime());
  gauge('noetl_process_start_time_seconds', 'When the process began, since 1970.', () => started);
  gauge(
    'noetl_system_cpu_usage_percent',
    'Of the machine, over a minute.',
    () => systemStatus().system.cpu_percent,
  );
}

/** `all`: of the worker in this process and of those in processes of their own. */
function addLoad({ gauge }: Instruments, load: () => Load): void {
  const own = (of: keyof Load['commands']) => load().commands[of];
  const all = (of: keyof Load['commands']) => own(of) + load().elsewhere[of];
  gauge('noetl_executions_open', 'Executions that have not ended.', () => load().openExecutions);
  gauge('noetl_worker_concurrent_dispatches', 'Commands that run in this process now.', () => own('running'));
  gauge('noetl_worker_active_tasks', 'Commands that workers have now.', () => all('running'));
  gauge('noetl_worker_queue_size', 'Commands that wait for a worker.', () => all('waiting'));
  gauge('noetl_worker_slots', 'Commands that may run at once.', () => all('slots'));
  gauge('noetl_worker_ready', '1 while the worker of this process takes commands.', () =>
    own('slots') > 0 ? 1 : 0,
  );
  gauge('noetl_store_writes_waiting', 'Turns that are not durable yet.', () => load().writes.waiting);
  gauge(
    'noetl_store_behind_seconds',
    'How long the oldest of them waits.',
    () => load().writes.behind / 1000,
  );
}
