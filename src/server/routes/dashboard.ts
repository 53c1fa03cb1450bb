import type { ExecutionCounts, ExecutionSummary } from '../../ports/event-store.ts';
import type { ChapterHandlers } from '../implement.ts';
import { poolsOf } from '../live/pools.ts';
import type { ServerServices } from '../services.ts';

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 7;
const RECENT = 10;

export const dashboardHandlers: ChapterHandlers<'dashboard'> = {
  'dashboard.stats': async ({ services }) => {
    const { events, catalog } = services;
    const [counts, totalPlaybooks] = await Promise.all([
      events.count(),
      catalog.count({ kind: 'playbook', latestOnly: true }),
    ]);
    return {
      status: 'ok',
      stats: {
        total_executions: total(counts),
        successful_executions: counts.COMPLETED,
        failed_executions: counts.FAILED,
        cancelled_executions: counts.CANCELLED,
        running_executions: counts.RUNNING + counts.PENDING,
        paused_executions: counts.PAUSED,
        total_playbooks: totalPlaybooks,
        // This process if it runs steps, and those that have registered and are there.
        total_workers:
          (services.load().commands.slots > 0 ? 1 : 0) +
          poolsOf(services).countReady() +
          connectedWorkers(services),
      },
    };
  },
  'dashboard.widgets': async ({ services: { events, clock } }) => {
    const today = Math.floor(clock.now() / DAY) * DAY;
    const starts = Array.from({ length: DAYS }, (_, index) => today - (DAYS - 1 - index) * DAY);
    const [days, recent] = await Promise.all([
      Promise.all(starts.map(async from => dayRow(from, await events.count({ from, to: from + DAY })))),
      events.list({ limit: RECENT }),
    ]);
    const series = ['completed', 'failed', 'cancelled', 'running'];
    return {
      widgets: [
        {
          id: 'executions-by-day',
          type: 'chart',
          title: `Executions of the last ${DAYS} days`,
          config: { kind: 'bar', x: 'date', series },
          data: days,
        },
        {
          id: 'recent-executions',
          type: 'table',
          title: 'Recent executions',
          config: { columns: ['execution_id', 'path', 'status', 'started_at', 'duration_seconds'] },
          data: recent.map(recentRow),
        },
      ],
    };
  },
};

const total = (counts: ExecutionCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const dayRow = (from: number, counts: ExecutionCounts) => ({
  date: new Date(from).toISOString().slice(0, 10),
  total: total(counts),
  completed: counts.COMPLETED,
  failed: counts.FAILED,
  cancelled: counts.CANCELLED,
  running: counts.RUNNING + counts.PENDING + counts.PAUSED,
});

const recentRow = ({ executionId, path, status, startedAt, endedAt }: ExecutionSummary) => ({
  execution_id: executionId,
  path,
  status,
  started_at: new Date(startedAt).toISOString(),
  ended_at: endedAt === undefined ? null : new Date(endedAt).toISOString(),
  duration_seconds: endedAt === undefined ? null : (endedAt - startedAt) / 1000,
});

const connectedWorkers = ({ leases }: ServerServices): number =>
  (leases?.workers() ?? []).filter(({ isConnected }) => isConnected).length;
