import type { Event } from '../../core/event.ts';
import type { Failure } from '../../core/result.ts';
import type { Metrics } from './metrics.ts';

/**
 * What workers take, and lose. The worker in the process that issues a command has it from then on (C12), also when it is
 * issued again; others claim it. A retry is taken by its start, which only then names its worker (C7).
 */
export function countClaims({ claims, lostClaims }: Metrics, event: Event): void {
  switch (event.type) {
    case 'command.issued':
      if (event.owner !== undefined) claims.inc(issuedBy(event));
      return;
    case 'command.claimed':
      return claims.inc();
    case 'command.started':
      if (event.attempt > 1 && event.worker !== undefined) claims.inc();
      return;
    case 'command.lease_expired':
      lostClaims.inc();
      if (event.owner !== undefined) claims.inc();
      return;
    case 'command.failed':
      if (isLost(event.error)) lostClaims.inc();
      return;
    case 'iteration_failed':
      return lostClaims.inc(event.settled.filter(({ error }) => isLost(error)).length);
    default:
  }
}

/** How many commands the event issues: a window of a loop is one each. */
export const issuedBy = ({ window }: Extract<Event, { type: 'command.issued' }>): number =>
  window ? window.to - window.from : 1;

/** C4: it is not given to others any more. */
const isLost = (error: Failure | undefined): boolean => error?.kind === 'lease_expired';
