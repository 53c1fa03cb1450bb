import type { QueryOf, ResponseOf } from '../../api/route.ts';
import type { Routes } from '../../api/routes/index.ts';
import { isMapping, type PlainValue } from '../../common/plain-value.ts';
import type { EventRow } from '../../core/codec/row.ts';
import { filterRows } from '../../engine/read/filter-rows.ts';
import { notFound } from '../http-error.ts';
import type { ServerServices } from '../services.ts';
import { findWithState } from './find-execution.ts';

type LoopRoute = Routes['results.loop'];
type Item = ResponseOf<LoopRoute>['results'][number];

/** A page of what the iterations of a loop came to, as the log tells it. */
export async function loopResults(
  services: ServerServices,
  { execution_id: id, step_name: step, page = 1, page_size: size = 100 }: QueryOf<LoopRoute>,
): Promise<ResponseOf<LoopRoute>> {
  const { summary, state } = await findWithState(services, id);
  const { executionId } = summary;
  if (!state.steps.has(step)) {
    throw notFound(`no step '${step.slice(0, 100)}' of execution ${executionId} was reached`);
  }
  const from = (page - 1) * size;
  const filter = { type: 'iteration_*', step };
  const { rows, total } = await filterRows(services.events, executionId, filter, {
    skip: 0,
    from,
    count: size,
  });
  return {
    status: 'ok',
    execution_id: executionId,
    step_name: step,
    results: rows.map(itemOf),
    count: rows.length,
    total,
    has_next: from + rows.length < total,
  };
}

function itemOf({ status, attempt, result, meta, error }: EventRow): Item {
  const data = fieldOf(fieldOf(result, 'context'), 'data');
  const reference = fieldOf(result, 'reference');
  const ref = typeof reference === 'string' ? reference : fieldOf(reference, 'uri');
  return {
    iteration: Number(fieldOf(meta, 'iteration_index') ?? 0),
    run: Number(fieldOf(meta, 'run') ?? 1),
    status,
    attempt: attempt ?? null,
    data: data ?? null,
    ref: typeof ref === 'string' ? ref : null,
    error: error ?? null,
  };
}

const fieldOf = (value: PlainValue | undefined, name: string): PlainValue | undefined =>
  isMapping(value) ? value[name] : undefined;
