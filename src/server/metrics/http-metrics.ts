import type { Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes/index.ts';
import { type Instruments, SHORT } from './instruments.ts';

/** How many executions a request starts. */
const SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000];

/** What was asked of the server, and how it answered. */
export const httpMetrics = (made: Instruments) => ({ ...requestMetrics(made), ...askedMetrics(made) });

function requestMetrics({ counter, histogram }: Instruments) {
  const requests = counter(
    'noetl_request_total',
    'Requests that were answered.',
    'method',
    'route',
    'status',
  );
  const writeRequests = counter('noetl_write_requests_total', 'Requests that write.', 'endpoint', 'status');
  for (const { method, path, status = 200 } of Object.values<Route>(ROUTES)) {
    requests.inc({ method, route: path, status }, 0);
    if (method !== 'GET') writeRequests.inc({ endpoint: path, status }, 0);
  }
  return {
    requests,
    writeRequests,
    requestSeconds: histogram('noetl_request_duration_seconds', 'Of requests.', SHORT, 'method', 'route'),
    writeRequestSeconds: histogram(
      'noetl_write_request_duration_seconds',
      'Of requests that write.',
      SHORT,
      'endpoint',
    ),
  };
}

/** What requests bring: executions to start, and events to record. */
function askedMetrics({ counter, histogram }: Instruments) {
  const executed = counter(
    'noetl_execute_outcomes_total',
    'Executions that were asked for.',
    'entry',
    'outcome',
  );
  for (const entry of ['execute', 'batch'])
    for (const outcome of ['started', 'duplicate', 'error']) executed.inc({ entry, outcome }, 0);
  return {
    executed,
    batchSize: histogram('noetl_execute_batch_size', 'Executions that one request asked for.', SIZES),
    batches: counter('noetl_batch_accepted_total', 'Batches of events that were recorded.'),
    lostBatches: counter('noetl_batch_enqueue_error_total', 'Batches that the server could not record.'),
    batchSeconds: histogram(
      'noetl_batch_enqueue_latency_seconds',
      'Until a batch of events was recorded.',
      SHORT,
    ),
  };
}
