import type { Received } from '../event.ts';
import type { Receipt } from '../state.ts';
import type { Draft } from './draft.ts';

/** Keys of what was told last: a sender repeats what it is not sure of soon, or never. */
export const MAX_RECEIPTS = 1024;

/** F15: what was told is known by its sender's key, the latest ones, also after the end of the execution. */
export function foldReceived(draft: Draft, { key, once, id, late }: Received): void {
  if (!once) return;
  const received = new Map<string, Receipt>(draft.received);
  received.delete(key);
  received.set(key, { eventId: id, isLate: late !== undefined });
  for (const oldest of received.keys()) {
    if (received.size <= MAX_RECEIPTS) break;
    received.delete(oldest);
  }
  draft.received = received;
}
