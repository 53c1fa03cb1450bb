import { type Instruments, LONG, SHORT } from './instruments.ts';

/** What workers take, do and report. Those by kind of tool begin with its first call. */
export const workMetrics = ({ counter, outcomes, histogram }: Instruments) => ({
  claims: counter('noetl_worker_claim_succeeded_total', 'Commands that a worker took.'),
  lostClaims: counter(
    'noetl_worker_claim_failed_total',
    'Commands that a worker took and did not bring to an end.',
  ),
  reportSeconds: histogram(
    'noetl_worker_event_emit_duration_seconds',
    'Until what a worker reports was recorded, with all waits.',
    SHORT,
  ),
  lostReports: counter('noetl_worker_event_emit_failed_total', 'Reports that could not be recorded.'),
  reportRetries: counter(
    'noetl_worker_event_emit_retries_total',
    'Times that recording a report was tried again.',
  ),
  dispatchSeconds: histogram(
    'noetl_worker_dispatch_duration_seconds',
    'Of calls of tools.',
    LONG,
    'tool_kind',
  ),
  dispatchErrors: counter('noetl_worker_dispatch_errors_total', 'Calls of tools that threw.', 'tool_kind'),
  toolErrors: counter(
    'noetl_worker_tool_result_error_total',
    'Calls of tools that answered with an error.',
    'tool_kind',
  ),
  secrets: outcomes(
    'noetl_secret_resolve_total',
    'Stored credentials that were asked for.',
    'found',
    'missing',
    'failed',
  ),
  renewals: outcomes(
    'noetl_secret_refresh_total',
    'Secrets of the keychain that were due to be renewed.',
    'renewed',
    'failed',
  ),
});
