import type { Event } from '../event.ts';

/** How many events these are where they are shown: one that speaks of several iterations counts for each. */
export function countEvents(events: readonly Event[]): number {
  let count = 0;
  for (const event of events) count += partsOf(event);
  return count;
}

function partsOf(event: Event): number {
  switch (event.type) {
    case 'iteration_completed':
    case 'iteration_failed':
      return Math.max(event.settled.length, 1);
    case 'command.issued':
      return event.window ? Math.max(event.window.to - event.window.from, 1) : 1;
    default:
      return 1;
  }
}
