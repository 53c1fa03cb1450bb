import { Type } from '@sinclair/typebox';
import { route } from '../route.ts';

const Count = Type.Integer({ minimum: 0 });

/** Executions that started on one day (UTC). */
const Day = Type.Object({
  date: Type.String(),
  total: Count,
  completed: Count,
  failed: Count,
  cancelled: Count,
  running: Count,
});

const RecentExecution = Type.Object({
  execution_id: Type.String(),
  path: Type.String(),
  status: Type.String(),
  started_at: Type.String(),
  ended_at: Type.Union([Type.String(), Type.Null()]),
  duration_seconds: Type.Union([Type.Number(), Type.Null()]),
});

const widget = <Kind extends 'chart' | 'table', Data extends ReturnType<typeof Type.Object>>(
  kind: Kind,
  data: Data,
) =>
  Type.Object({
    id: Type.String(),
    type: Type.Literal(kind),
    title: Type.String(),
    config: Type.Record(Type.String(), Type.Unknown()),
    data: Type.Array(data),
  });

export const dashboard = {
  'dashboard.stats': route({
    method: 'GET',
    path: '/api/dashboard/stats',
    tag: 'dashboard',
    summary: 'Count executions by how they ended, playbooks and workers.',
    response: Type.Object({
      status: Type.Literal('ok'),
      stats: Type.Object({
        total_executions: Count,
        successful_executions: Count,
        failed_executions: Count,
        cancelled_executions: Count,
        running_executions: Count,
        paused_executions: Count,
        total_playbooks: Count,
        total_workers: Count,
      }),
    }),
  }),
  'dashboard.widgets': route({
    method: 'GET',
    path: '/api/dashboard/widgets',
    tag: 'dashboard',
    summary: 'Give the executions of the last seven days by day, and the newest ones.',
    response: Type.Object({
      widgets: Type.Array(Type.Union([widget('chart', Day), widget('table', RecentExecution)])),
    }),
  }),
} as const;
