import type { QueryOf } from '../../api/route.ts';
import type { Routes } from '../../api/routes/index.ts';
import { EMPTY_MAPPING } from '../../common/plain-value.ts';
import { type ExecutionView, executionStatus } from '../../core/view/execution-view.ts';
import { findStale } from '../../engine/read/find-stale.ts';
import { lastLines } from '../../engine/read/last-lines.ts';
import { analyzeExecution } from '../execution/analyze.ts';
import { diffExecutions, diffMoments } from '../execution/diff.ts';
import { entryOf, listedEntry, progressOf } from '../execution/entries.ts';
import { eventPage } from '../execution/events.ts';
import { explainExecution } from '../execution/explain.ts';
import { findExecution, findWithState } from '../execution/find-execution.ts';
import { drawingOf, graphOf } from '../execution/graph.ts';
import { legacyPage } from '../execution/legacy-events.ts';
import { listFilter } from '../execution/list.ts';
import { lineBody, linePage } from '../execution/log-lines.ts';
import { momentBody, stateThen, viewThen } from '../execution/moments.ts';
import { renderIn } from '../execution/render.ts';
import { rerunExecution } from '../execution/rerun.ts';
import { cancelExecution, steerExecution } from '../execution/steer.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';
import type { ServerServices } from '../services.ts';

export const executionsHandlers: ChapterHandlers<'executions'> = {
  'executions.list': async ({ services, query }) => {
    const filter = listFilter(query, services.clock.now());
    const found = await services.events.list(filter);
    if (found.length === 0 && filter.before !== undefined) await mustBeThere(services, filter.before);
    return Promise.all(found.map(summary => listedEntry(services, summary)));
  },
  'executions.get': async ({ services, params, query }) => {
    const found = await findWithState(services, params.id);
    const includes = query.include_events ?? true;
    const { events, pagination } = await eventPage(services, found, query);
    return {
      ...(await entryOf(services, found)),
      workload: found.state.header?.workload ?? EMPTY_MAPPING,
      events: includes ? events : [],
      events_included: includes,
      events_endpoint: `/api/executions/${found.summary.executionId}/events`,
      pagination,
    };
  },
  'executions.events': async ({ services, params, query }) => {
    const found = await findWithState(services, params.id);
    const read = query.names === 'legacy' ? legacyPage : eventPage;
    const { executionId, path } = found.summary;
    const page = await read(services, found, query);
    return { execution_id: executionId, path, status: executionStatus(found.state), ...page };
  },
  'executions.status': async ({ services, params, query }) => {
    const progress = await progressOf(
      services,
      await findWithState(services, params.id),
      query.full ?? false,
    );
    return { ...progress, completed_steps: [...progress.completed_steps] };
  },
  'executions.cancellation_check': async ({ services, params }) => {
    const { summary, state } = await findWithState(services, params.id);
    const { kind } = state.phase;
    const isOver = kind === 'completed' || kind === 'failed' || kind === 'cancelled';
    return {
      execution_id: summary.executionId,
      status: executionStatus(state),
      event_type: isOver ? `playbook.${kind}` : null,
      cancelled: kind === 'cancelled',
      completed: kind === 'completed',
      failed: kind === 'failed',
      is_cancelled: kind === 'cancelled',
    };
  },

  'executions.cancel': ({ services, params, body }) => cancelExecution(services, params.id, body ?? {}),
  'executions.stop': ({ services, params, body }) => cancelExecution(services, params.id, body ?? {}),
  'executions.pause': ({ services, params, body }) => {
    const reason = body?.reason;
    const input = reason === undefined ? ({ kind: 'pause' } as const) : ({ kind: 'pause', reason } as const);
    return steerExecution(
      services,
      params.id,
      input,
      id => `execution ${id} is paused: what runs ends, nothing more starts`,
    );
  },
  'executions.resume': ({ services, params }) =>
    steerExecution(services, params.id, { kind: 'resume' }, id => `execution ${id} goes on`),
  'executions.finalize': async ({ services, params, body }) => {
    const reason = body?.reason ?? 'Abandoned or timed out';
    const { status, execution_id, message } = await cancelExecution(services, params.id, { reason });
    return { status: status === 'cancelled' ? 'finalized' : status, execution_id, message };
  },
  'executions.signal': ({ services, params, body }) =>
    steerExecution(
      services,
      params.id,
      { kind: 'signal', name: params.name, data: body?.data ?? null },
      id => `execution ${id} has the signal ${params.name}`,
    ),
  'executions.rerun': ({ services, params, body }) => rerunExecution(services, params.id, body ?? {}),
  'executions.cleanup': async ({ services, body }) => {
    const { older_than_minutes: minutes = 5, dry_run: isDry = false } = body ?? {};
    const stale = await findStale(services.events, services.clock.now() - minutes * 60_000);
    const reason = `stale: nothing happened for ${minutes} minutes`;
    const cancelled = new Set<string>();
    for (const { executionId } of isDry ? [] : stale) {
      const { cancelled_executions: ended } = await cancelExecution(services, executionId, { reason });
      for (const id of ended) cancelled.add(id);
    }
    const ids = isDry ? stale.map(({ executionId }) => executionId) : [...cancelled];
    const message = `${isDry ? 'would cancel' : 'cancelled'} ${ids.length} stale executions`;
    return { cancelled_count: cancelled.size, execution_ids: ids, message };
  },

  'executions.explain': async ({ services, params }) =>
    explainExecution(services, await findWithState(services, params.id)),
  'executions.state': ({ services, params, query }) =>
    showState(services, params.id, query.at ?? 'end', query.full ?? false),
  'executions.diff': async ({ services, params, query }) => {
    if (query.with !== undefined) {
      if (query.from === undefined && query.to === undefined)
        return diffExecutions(services, params.id, query.with);
      throw new HttpError(400, '`with` compares whole executions: leave `from` and `to` away');
    }
    const { executionId } = await findExecution(services, params.id);
    return diffMoments(services, executionId, query.from ?? 'start', query.to ?? 'end');
  },
  'executions.logs': async ({ services, params, query }) => {
    const { executionId } = await findExecution(services, params.id);
    return { execution_id: executionId, ...(await printed(services, executionId, query)) };
  },
  'executions.graph': async ({ services, params, query, reply }) => {
    const found = await findWithState(services, params.id);
    const { format = 'json' } = query;
    if (format === 'json') return graphOf(services, found);
    reply.type(format === 'svg' ? 'image/svg+xml; charset=utf-8' : 'text/plain; charset=utf-8');
    return drawingOf(services, found, format);
  },
  'executions.analyze': async ({ services, params, body }) =>
    analyzeExecution(services, await findWithState(services, params.id), body ?? {}),
  'executions.replay_state': async ({ services, query }) => {
    const given = [query.as_of_event_id, query.as_of_position, query.as_of_time].filter(
      each => each !== undefined,
    );
    if (given.length > 1) {
      throw new HttpError(
        400,
        'give one of `as_of_event_id`, `as_of_position` and `as_of_time`, not several',
      );
    }
    const shown = await showState(services, query.execution_id, String(given[0] ?? 'end'), false);
    return PROJECTIONS[query.projection ?? 'all'](shown);
  },
  'executions.render': async ({ services, body }) => {
    const { summary, state } = await findWithState(services, String(body.execution_id));
    const { executionId } = summary;
    const then = body.at === undefined ? state : (await stateThen(services, executionId, body.at)).state;
    const rendered = await renderIn(services, then, body.template, body.extra_context ?? EMPTY_MAPPING);
    return { status: 'ok', execution_id: executionId, rendered };
  },
};

async function printed(
  services: ServerServices,
  executionId: string,
  query: QueryOf<Routes['executions.logs']>,
) {
  const { tail, limit = 10_000, cursor } = query;
  if (tail !== undefined) {
    const { step, attempt, iteration } = query;
    await services.logs.flush();
    const { lines, isAll } = await lastLines(services.logs, executionId, { step, attempt, iteration }, tail);
    return { lines: lines.map(lineBody), total_lines: isAll ? lines.length : null, next_cursor: null };
  }
  if (cursor !== undefined && !/^\d{1,16}$/.test(cursor)) {
    throw new HttpError(400, 'cursor must be the `next_cursor` of the page before');
  }
  const page = { filter: query, after: Number(cursor ?? 0), limit };
  const { lines, next } = await linePage(services, executionId, page);
  const isAll = cursor === undefined && next === undefined;
  return {
    lines: lines.map(lineBody),
    total_lines: isAll ? lines.length : null,
    next_cursor: next === undefined ? null : String(next),
  };
}

interface ShownState extends ExecutionView {
  readonly at: ReturnType<typeof momentBody>;
}

async function showState(
  services: ServerServices,
  id: string,
  at: string,
  full: boolean,
): Promise<ShownState> {
  const { executionId } = await findExecution(services, id);
  const { moment, state } = await stateThen(services, executionId, at);
  return { at: momentBody(moment), ...(await viewThen(services, state, full)) };
}

type Projected = Partial<ShownState> & Pick<ShownState, 'at' | 'execution_id' | 'status'>;

/** Parts of a state, for those who want no more. */
const PROJECTIONS: Readonly<
  Record<'all' | 'execution' | 'command' | 'loop', (shown: ShownState) => Projected>
> = {
  all: shown => shown,
  execution: ({ steps: _, tokens: __, ctx: ___, workload: ____, ...rest }) => rest,
  command: shown => ({ ...headOf(shown), steps: stepsWhere(shown, ({ command }) => command !== null) }),
  loop: shown => ({ ...headOf(shown), steps: stepsWhere(shown, ({ iterations }) => iterations !== null) }),
};

const headOf = ({ at, execution_id, status }: ShownState) => ({ at, execution_id, status });

type StepsOfView = ExecutionView['steps'];

const stepsWhere = ({ steps }: ShownState, test: (step: StepsOfView[string]) => boolean): StepsOfView =>
  Object.fromEntries(Object.entries(steps).filter(([, step]) => test(step)));

/** It may have been removed since the page before was read: nobody should take that for the end of the list. */
async function mustBeThere({ events }: ServerServices, before: string): Promise<void> {
  if (await events.summary(before)) return;
  throw notFound(
    `\`before\` names execution ${before}, which is not there (any more): begin with the first page again`,
  );
}
