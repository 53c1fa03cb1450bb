import type { Route } from '../api/route.ts';
import type { Load } from '../ports/load.ts';
import { HttpError } from './http-error.ts';

/** From when on work is refused instead of piled up (O3). */
export interface PressureLimits {
  /** Executions that have not ended. */
  readonly openExecutions: number;
  /** Turns that wait for the store. */
  readonly writesWaiting: number;
  /** Milliseconds the oldest of them has waited. */
  readonly writesBehind: number;
}

export const PRESSURE_LIMITS: PressureLimits = {
  openExecutions: 10_000,
  writesWaiting: 20_000,
  writesBehind: 10_000,
};

/** Throws 429 if there is too much work already, 503 if the store does not keep up. Reading is never refused. */
export function admit(route: Pick<Route, 'method' | 'starts'>, load: Load, limits: PressureLimits): void {
  if (route.method === 'GET') return;
  const { waiting, behind } = load.writes;
  if (waiting >= limits.writesWaiting || behind >= limits.writesBehind) {
    const seconds = Math.ceil(behind / 1000);
    throw new HttpError(
      503,
      `the store is behind: ${waiting} turns wait, the oldest for ${seconds} s; try again later`,
      {
        retryAfter: 5,
      },
    );
  }
  if (route.starts && load.openExecutions >= limits.openExecutions) {
    throw new HttpError(
      429,
      `${load.openExecutions} executions have not ended, and the server takes ${limits.openExecutions} ` +
        '(NOETL_MAX_OPEN_EXECUTIONS); try again when some have',
      { retryAfter: 2 },
    );
  }
}
