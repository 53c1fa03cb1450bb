import type { EventStore } from '../../ports/event-store.ts';
import { turnsBackwards } from './event-rows.ts';

/** Who wrote a variable last, and when. */
export interface VariableOrigin {
  /** Undefined: it was written through the API. */
  readonly step: string | undefined;
  readonly at: number;
}

/** Reads a log from its end until the origin of every name is found. */
export async function variableOrigins(
  events: EventStore,
  executionId: string,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, VariableOrigin>> {
  const missing = new Set(names);
  const origins = new Map<string, VariableOrigin>();
  if (missing.size === 0) return origins;
  const last = (await events.summary(executionId))?.version ?? 0;
  for await (const turn of turnsBackwards(events, executionId, last)) {
    for (const event of turn.events.toReversed()) {
      if (event.type !== 'ctx.updated' || event.run !== undefined) continue;
      for (const name of Object.keys(event.values)) {
        if (missing.delete(name)) origins.set(name, { step: event.step, at: event.at });
      }
    }
    if (missing.size === 0) break;
  }
  return origins;
}
