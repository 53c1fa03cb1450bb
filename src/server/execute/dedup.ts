import { sha256Hex } from '../../common/sha256.ts';
import type { ServerServices } from '../services.ts';

export interface DedupKey {
  /** Keys are looked up within it: the parent, or nothing. */
  readonly scope: string;
  readonly key: string;
  /** How long it counts. */
  readonly seconds: number;
}

/** Requests under way, so that two with the same key at the same time start one execution. */
const underWay = new WeakMap<ServerServices['cache'], Map<string, Promise<string>>>();

/**
 * Starts an execution unless one was started with the same key before. The id is written down before the
 * start: a request that is repeated after a crash finds it, and starts what was not started.
 */
export async function startOnce(
  services: ServerServices,
  { scope, key, seconds }: DedupKey,
  start: (executionId: string) => Promise<string>,
): Promise<{ readonly executionId: string; readonly isDuplicate: boolean }> {
  const name = sha256Hex(JSON.stringify(['dedup', scope, key]));
  const pending = pendingOf(services);
  const earlier = pending.get(name);
  if (earlier) return { executionId: await earlier, isDuplicate: true };
  let isDuplicate = false;
  const starting = (async () => {
    const known = await knownId(services, name);
    isDuplicate = known !== undefined && (await services.events.summary(known)) !== undefined;
    if (isDuplicate) return known as string;
    const executionId = known ?? (await reserve(services, name, seconds));
    return start(executionId);
  })();
  pending.set(name, starting);
  try {
    return { executionId: await starting, isDuplicate };
  } finally {
    pending.delete(name);
  }
}

async function knownId({ cache, clock }: ServerServices, name: string): Promise<string | undefined> {
  const entry = await cache.find(name, clock.now());
  return typeof entry?.value === 'string' ? entry.value : undefined;
}

async function reserve(services: ServerServices, name: string, seconds: number): Promise<string> {
  const now = services.clock.now();
  const executionId = services.ids.next();
  await services.cache.keep(name, { value: executionId, keptAt: now, expiresAt: now + seconds * 1000 });
  return executionId;
}

function pendingOf({ cache }: ServerServices): Map<string, Promise<string>> {
  const known = underWay.get(cache) ?? new Map<string, Promise<string>>();
  underWay.set(cache, known);
  return known;
}
