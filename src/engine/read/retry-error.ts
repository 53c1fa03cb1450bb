import type { EventStore } from '../../ports/event-store.ts';

/** Turns that are looked for at once. */
const PAGE = 1_000;

/** Why the last attempt of a command that is to be tried again failed. */
export async function retryError(
  events: EventStore,
  executionId: string,
  step: string,
  commandId: string,
): Promise<string | undefined> {
  const versions: number[] = [];
  for (let from = 1; ; ) {
    const filter = { type: { is: 'action_retry' }, step } as const;
    const page = await events.turnsWith(executionId, filter, { from, limit: PAGE });
    for (const { version, rows } of page) if (rows > 0) versions.push(version);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    from = last.version + 1;
  }
  for (const version of versions.toReversed()) {
    const [turn] = await events.read(executionId, version, { limit: 1 });
    const retry = turn?.events.findLast(
      event => event.type === 'action_retry' && event.task === undefined && event.commandId === commandId,
    );
    if (retry?.type === 'action_retry') return retry.error?.message;
  }
  return undefined;
}
