import type { Handlers } from './implement.ts';
import { catalogHandlers } from './routes/catalog.ts';
import { credentialsHandlers } from './routes/credentials.ts';
import { dashboardHandlers } from './routes/dashboard.ts';
import { docsHandlers } from './routes/docs.ts';
import { healthHandlers } from './routes/health.ts';

/** Who answers each route of the contract; the compiler sees to it that none is left out. */
export const HANDLERS: Handlers = {
  ...healthHandlers,
  ...catalogHandlers,
  ...credentialsHandlers,
  ...dashboardHandlers,
  ...docsHandlers,
};
