import { knownStatuses } from './event-status.ts';
import { type Instruments, LONG } from './instruments.ts';

/** What executions come to. */
export function engineMetrics({ counter, outcomes, histogram }: Instruments) {
  const events = counter('noetl_events_ingested_total', 'Events of the log.', 'event_type', 'status');
  for (const [event_type, status] of knownStatuses()) events.inc({ event_type, status }, 0);
  return {
    events,
    started: counter('noetl_executions_started_total', 'Executions that were started.'),
    executions: outcomes(
      'noetl_executions_total',
      'Executions that ended.',
      'completed',
      'failed',
      'cancelled',
    ),
    executionSeconds: histogram('noetl_execution_duration_seconds', 'From start to end.', LONG, 'outcome'),
    steps: outcomes('noetl_steps_total', 'Runs of steps that ended.', 'completed', 'failed', 'skipped'),
    stepSeconds: histogram('noetl_step_duration_seconds', 'Of one run of a step.', LONG, 'outcome'),
    issued: counter('noetl_command_publish_total', 'Commands that were issued.'),
    commands: outcomes(
      'noetl_commands_total',
      'Attempts of commands that ended.',
      'completed',
      'failed',
      'cancelled',
      'retried',
      'lost',
    ),
    resumed: counter(
      'noetl_auto_resume_recoveries_completed_total',
      'Executions that an earlier process left, and that go on.',
    ),
    notResumed: counter(
      'noetl_auto_resume_recoveries_failed_total',
      'Executions that an earlier process left, and that could not be taken up.',
    ),
  };
}
