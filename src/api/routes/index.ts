import { catalog } from './catalog.ts';
import { credentials } from './credentials.ts';
import { dashboard } from './dashboard.ts';
import { docs } from './docs.ts';
import { health } from './health.ts';

/** Every route of the API, by id: the chapter and what it does. */
export const ROUTES = {
  ...catalog,
  ...credentials,
  ...health,
  ...dashboard,
  ...docs,
} as const;

export type Routes = typeof ROUTES;
export type RouteId = keyof Routes;
