import type { EventStore, ExecutionFilter, ExecutionSummary } from '../../ports/event-store.ts';

const PAGE = 200;

/** Every execution that fits the filter, newest first, read page by page as far as somebody looks. */
export async function* walkExecutions(
  events: Pick<EventStore, 'list'>,
  filter: Omit<ExecutionFilter, 'limit'> = {},
): AsyncGenerator<ExecutionSummary> {
  let { before } = filter;
  for (;;) {
    const page = await events.list({ ...filter, ...(before === undefined ? {} : { before }), limit: PAGE });
    yield* page;
    if (page.length < PAGE) return;
    before = page.at(-1)?.executionId;
  }
}

/** Started by a person or a schedule, not by the step of another execution. */
export const isTopLevel = ({ parentExecutionId }: ExecutionSummary): boolean =>
  parentExecutionId === undefined;
