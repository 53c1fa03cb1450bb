import type { Handlers } from './implement.ts';
import { callbacksHandlers } from './routes/callbacks.ts';
import { catalogHandlers } from './routes/catalog.ts';
import { credentialsHandlers } from './routes/credentials.ts';
import { dashboardHandlers } from './routes/dashboard.ts';
import { dbHandlers } from './routes/db.ts';
import { docsHandlers } from './routes/docs.ts';
import { eventsHandlers } from './routes/events.ts';
import { executeHandlers } from './routes/execute.ts';
import { executionsHandlers } from './routes/executions.ts';
import { healthHandlers } from './routes/health.ts';
import { keychainHandlers } from './routes/keychain.ts';
import { queryHandlers } from './routes/query.ts';
import { queueHandlers } from './routes/queue.ts';
import { resultsHandlers } from './routes/results.ts';
import { streamsHandlers } from './routes/streams.ts';
import { tempHandlers } from './routes/temp.ts';
import { varsHandlers } from './routes/vars.ts';

/** Who answers each route of the contract; the compiler sees to it that none is left out. */
export const HANDLERS: Handlers = {
  ...executeHandlers,
  ...executionsHandlers,
  ...streamsHandlers,
  ...eventsHandlers,
  ...callbacksHandlers,
  ...queueHandlers,
  ...varsHandlers,
  ...resultsHandlers,
  ...tempHandlers,
  ...queryHandlers,
  ...dbHandlers,
  ...healthHandlers,
  ...catalogHandlers,
  ...credentialsHandlers,
  ...keychainHandlers,
  ...dashboardHandlers,
  ...docsHandlers,
};
