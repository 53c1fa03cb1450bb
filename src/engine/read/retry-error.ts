import type { EventStore } from '../../ports/event-store.ts';

/** Why the last attempt of a command that is to be tried again failed. */
export async function retryError(
  events: EventStore,
  executionId: string,
  step: string,
  commandId: string,
): Promise<string | undefined> {
  const to = (await events.summary(executionId))?.version ?? 0;
  const filter = { type: { is: 'action_retry' }, step } as const;
  const turns = await events.tally(executionId, filter, { from: 1, to, span: 1 });
  for (const { from } of turns.toReversed()) {
    const [turn] = await events.read(executionId, from, { limit: 1 });
    const retry = turn?.events.findLast(
      event => event.type === 'action_retry' && event.task === undefined && event.commandId === commandId,
    );
    if (retry?.type === 'action_retry') return retry.error?.message;
  }
  return undefined;
}
