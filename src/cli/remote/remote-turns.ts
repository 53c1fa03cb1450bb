import type { Client } from '../../client/index.ts';
import type { Event } from '../../core/event.ts';
import type { Turn } from '../../ports/event-store.ts';
import { WrongRequest } from '../inspect/wrong-request.ts';
import type { RemoteLog } from './remote-log.ts';

/** Turns that are asked for at once. */
const PAGE = 10_000;

const TURNS = `
SELECT version, n_events, at FROM turn
WHERE execution_id = ? AND version > ?
ORDER BY version`;

/** The log of an execution in the turns in which it was appended, for those who decide turn by turn. */
export async function remoteTurns(
  client: Client,
  log: RemoteLog,
  executionId: string,
): Promise<readonly Turn[]> {
  // First, so that no turn is cut off by events that came later.
  const sizes = await sizesOf(client, executionId);
  const events = (await log.read()).flatMap(turn => turn.events);
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  if (events.length < total) throw tooNew(executionId);
  return grouped(executionId, sizes, events);
}

interface Size {
  readonly version: number;
  readonly size: number;
  readonly at: number;
}

async function sizesOf(client: Client, executionId: string): Promise<readonly Size[]> {
  const sizes: Size[] = [];
  for (;;) {
    const body = { query: TURNS, parameters: [executionId, sizes.at(-1)?.version ?? 0], limit: PAGE };
    const { result, truncated } = await client.call('query.run', { body });
    for (const [version, size, at] of result)
      sizes.push({ version: Number(version), size: Number(size), at: Number(at) });
    if (!truncated) return sizes;
  }
}

function grouped(executionId: string, sizes: readonly Size[], events: readonly Event[]): readonly Turn[] {
  let first = 0;
  return sizes.map(({ version, size, at }) => {
    const turn = { executionId, version, at, events: events.slice(first, first + size) };
    first += size;
    return turn;
  });
}

const tooNew = (executionId: string): WrongRequest =>
  new WrongRequest(
    `execution ${executionId} has events that this version of noetl does not know: use the version that the server runs`,
  );
