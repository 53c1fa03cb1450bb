import {
  countRenewals,
  countReports,
  measuredCredentials,
  measuredResults,
  measuredTools,
} from '../server/metrics/measure.ts';
import type { Metrics } from '../server/metrics/metrics.ts';
import type { Foundation } from './local.ts';

/** Counts and times what an engine asks of its stores and tools, and what its workers report and renew. */
export const measured =
  (metrics: Metrics) =>
  (foundation: Foundation): Foundation => ({
    ...foundation,
    stores: {
      ...foundation.stores,
      results: measuredResults(foundation.stores.results, metrics),
      credentials: measuredCredentials(foundation.stores.credentials, metrics),
    },
    wrapTools: tools => measuredTools(foundation.wrapTools?.(tools) ?? tools, metrics),
    reportWatcher: countReports(metrics),
    onRenewal: countRenewals(metrics),
  });
