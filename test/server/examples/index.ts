import type { RouteId } from '../../../src/api/routes/index.ts';
import { catalogExamples } from './catalog.ts';
import { credentialsExamples } from './credentials.ts';
import { dashboardExamples } from './dashboard.ts';
import { docsExamples } from './docs.ts';
import type { Example } from './example.ts';
import { healthExamples } from './health.ts';

/** A request for every route. A new route needs one: the compiler says which is missing. */
export const EXAMPLES: { readonly [Id in RouteId]: Example } = {
  ...catalogExamples,
  ...credentialsExamples,
  ...dashboardExamples,
  ...docsExamples,
  ...healthExamples,
};
