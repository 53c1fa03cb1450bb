import { type Instruments, SHORT } from './instruments.ts';

/** What was written to the log, and stored beside it. */
export const storeMetrics = ({ outcomes, histogram }: Instruments) => ({
  writes: outcomes('noetl_store_writes_total', 'Turns written to the log.', 'durable', 'failed'),
  writeSeconds: histogram(
    'noetl_event_ingest_duration_seconds',
    'Until a turn was durable: its wait, and the commit.',
    SHORT,
  ),
  puts: outcomes('noetl_result_store_put_total', 'Values that were stored.', 'stored', 'failed'),
  putSeconds: histogram('noetl_result_store_put_duration_seconds', 'Until a value was durable.', SHORT),
  resolves: outcomes(
    'noetl_result_store_resolve_total',
    'Values that were read.',
    'found',
    'missing',
    'failed',
  ),
  resolveSeconds: histogram('noetl_result_store_resolve_duration_seconds', 'Of reading a value.', SHORT),
});
