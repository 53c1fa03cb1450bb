import type { RouteId } from '../../../src/api/routes/index.ts';
import { callbacksExamples } from './callbacks.ts';
import { catalogExamples } from './catalog.ts';
import { credentialsExamples } from './credentials.ts';
import { dashboardExamples } from './dashboard.ts';
import { dbExamples } from './db.ts';
import { docsExamples } from './docs.ts';
import { eventsExamples } from './events.ts';
import type { Example } from './example.ts';
import { executeExamples } from './execute.ts';
import { executionsExamples } from './executions.ts';
import { healthExamples } from './health.ts';
import { keychainExamples } from './keychain.ts';
import { queryExamples } from './query.ts';
import { queueExamples } from './queue.ts';
import { resultsExamples, tempExamples } from './results.ts';
import { streamsExamples } from './streams.ts';
import { varsExamples } from './vars.ts';

/** A request for every route. A new route needs one: the compiler says which is missing. */
export const EXAMPLES: { readonly [Id in RouteId]: Example } = {
  ...catalogExamples,
  ...credentialsExamples,
  ...keychainExamples,
  ...dashboardExamples,
  ...docsExamples,
  ...executeExamples,
  ...executionsExamples,
  ...streamsExamples,
  ...eventsExamples,
  ...callbacksExamples,
  ...queueExamples,
  ...varsExamples,
  ...resultsExamples,
  ...tempExamples,
  ...queryExamples,
  ...dbExamples,
  ...healthExamples,
};
