import type { EventStore, Turn } from '../ports/event-store.ts';

/** Turns that are held at once where all of them have to be looked at. */
const PAGE = 100;

/**
 * The turn with an event. Ids ascend along a log, so halving it finds the turn in a handful of reads; only
 * where they do not, as in logs that came from elsewhere, all of it is looked through.
 */
export async function findEvent(
  events: EventStore,
  executionId: string,
  eventId: string,
): Promise<Turn | undefined> {
  return (
    (await findByHalves(events, executionId, eventId)) ?? (await findOneByOne(events, executionId, eventId))
  );
}

async function findByHalves(
  events: EventStore,
  executionId: string,
  eventId: string,
): Promise<Turn | undefined> {
  const wanted = numberOf(eventId);
  let [low, high] = [1, (await events.summary(executionId))?.version ?? 0];
  while (wanted !== undefined && low <= high) {
    const middle = Math.floor((low + high) / 2);
    const [turn] = await events.read(executionId, middle, { limit: 1 });
    if (!turn) return undefined;
    if (has(turn, eventId)) return turn;
    const first = numberOf(turn.events[0]?.id ?? '');
    if (first === undefined) return undefined;
    if (wanted < first) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
}

async function findOneByOne(
  events: EventStore,
  executionId: string,
  eventId: string,
): Promise<Turn | undefined> {
  for (let next = 1; ; next += PAGE) {
    const turns = await events.read(executionId, next, { limit: PAGE });
    const found = turns.find(turn => has(turn, eventId));
    if (found || turns.length < PAGE) return found;
  }
}

const has = ({ events }: Turn, eventId: string): boolean => events.some(({ id }) => id === eventId);

const numberOf = (id: string): bigint | undefined => (/^\d{1,20}$/.test(id) ? BigInt(id) : undefined);
