import type { Event, Received } from '../../core/event.ts';
import type { ReadEvent } from '../../core/ingest/read-told.ts';
import type { ServerServices } from '../services.ts';
import { keepTold } from './keep-result.ts';
import { sendAndSee } from './see-turn.ts';

/** What became of one event that was sent. */
export interface Taken {
  readonly eventId: string;
  /** Why it changed nothing: it came too late. */
  readonly late: string | undefined;
  readonly isDuplicate: boolean;
}

export interface Ingested {
  readonly taken: readonly Taken[];
  readonly commands: number;
  readonly masked: readonly string[];
}

/** Gives an execution what was told of it, in one turn. What was told before under the same key is not taken again. */
export async function ingest(
  services: ServerServices,
  executionId: string,
  read: readonly ReadEvent[],
): Promise<Ingested> {
  const known = (await services.engine.state(executionId)).received;
  const told = await Promise.all(
    read.map(each =>
      known?.has(each.told.event.key) ? each.told : keepTold(services, executionId, each.told),
    ),
  );
  const { events, commands } = await sendAndSee(services, executionId, told);
  const receipts = new Map(events.filter(isReceived).map(event => [event.key, event]));
  const { received } = await services.engine.state(executionId);
  const seen = new Set<string>();
  const taken = told.map(({ event: { key } }): Taken => {
    const receipt = seen.has(key) ? undefined : receipts.get(key);
    seen.add(key);
    if (receipt) return { eventId: receipt.id, late: receipt.late, isDuplicate: false };
    const earlier = received?.get(key);
    const late = earlier?.isLate ? 'it came too late when it was sent first' : undefined;
    return { eventId: earlier?.eventId ?? '', late, isDuplicate: true };
  });
  return { taken, commands, masked: read.flatMap(({ masked }) => masked) };
}

const isReceived = (event: Event): event is Received =>
  event.type === 'event.received' || event.type === 'report.received';
