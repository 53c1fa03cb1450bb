import { callbacks } from './callbacks.ts';
import { catalog } from './catalog.ts';
import { credentials } from './credentials.ts';
import { dashboard } from './dashboard.ts';
import { db } from './db.ts';
import { docs } from './docs.ts';
import { events } from './events.ts';
import { execute } from './execute.ts';
import { executions } from './executions.ts';
import { health } from './health.ts';
import { inspection } from './inspection.ts';
import { keychain } from './keychain.ts';
import { query } from './query.ts';
import { queue } from './queue.ts';
import { results } from './results.ts';
import { steering } from './steering.ts';
import { streams } from './streams.ts';
import { temps } from './temp.ts';
import { vars } from './vars.ts';

/** Every route of the API, by id: the chapter and what it does. */
export const ROUTES = {
  ...catalog,
  ...credentials,
  ...keychain,
  ...execute,
  ...executions,
  ...steering,
  ...inspection,
  ...streams,
  ...events,
  ...callbacks,
  ...queue,
  ...vars,
  ...results,
  ...temps,
  ...query,
  ...db,
  ...health,
  ...dashboard,
  ...docs,
} as const;

export type Routes = typeof ROUTES;
export type RouteId = keyof Routes;
