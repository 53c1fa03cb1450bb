import type { EventType } from '../event.ts';

/**
 * Every spelling of an event's name that was ever written, by its canonical one. The keys are
 * ours; what stands beside them is accepted on ingest and mapped here, once.
 */
const SPELLINGS = {
  playbook_started:
    'playbook.started playbook.initialized playbook_initialized execution_start execution_started',
  workflow_initialized: 'workflow.initialized workflow.started',
  workflow_completed: 'workflow.completed workflow.finished',
  workflow_failed: 'workflow.failed',
  'playbook.completed':
    'playbook_completed execution_complete execution_completed execution.completed playbook.finished',
  'playbook.failed': 'playbook_failed execution_failed execution.failed',
  'playbook.cancelled':
    'playbook_cancelled execution.cancelled execution_cancelled playbook.canceled playbook_canceled execution.canceled execution_canceled',
  'playbook.queued': '',
  'playbook.admitted': '',
  'playbook.paused': 'playbook_paused execution.paused execution_paused',
  'playbook.resumed': 'playbook_resumed execution.resumed execution_resumed',
  'playbook.timed_out': '',
  'signal.received': '',
  'ctx.updated': 'ctx.patched variables.updated',
  'step.enter': 'step_enter step_started step.started step.scheduled',
  'step.skipped': 'step_skipped',
  'step.exit': 'step_exit step_completed step.completed step_end step.done',
  'command.issued': 'step.run.enqueued action_queued token.enqueued',
  'command.claimed': 'action_claimed step.run.claimed',
  'command.started': 'action_started task_started action_running',
  'command.heartbeat': 'action_progress',
  'command.parked': '',
  'callback.received': '',
  'event.received': '',
  'report.received': '',
  'call.done': 'action_done task.done tool.processed step_result',
  'call.error': 'action_error task.failed',
  action_retry: 'command.retry retry.processed',
  'command.completed': 'action_completed',
  'command.failed': 'action_failed step_failed step.failed error',
  'command.cancelled': 'action_cancelled',
  'command.lease_expired': '',
  'command.late': '',
  iterator_started: 'loop.started loop.fanout.started iterator.started',
  iteration_completed: 'loop.iteration.done loop.iteration.completed loop.shard.done',
  iteration_failed: 'loop.iteration.failed loop.shard.failed',
  iterator_completed: 'iterator.completed loop.fanin.completed',
  'loop.done': 'loop_done loop_completed',
  'frame.started': '',
  'frame.committed': '',
  'frame.failed': '',
  'next.evaluated': 'transition.evaluated next.selected',
} as const satisfies Record<EventType, string>;

export type CanonicalName = EventType;

export const CANONICAL_NAMES = Object.keys(SPELLINGS) as readonly CanonicalName[];

/** The accepted aliases of each canonical name. */
export const ALIASES: ReadonlyMap<CanonicalName, readonly string[]> = new Map(
  CANONICAL_NAMES.map(name => [name, SPELLINGS[name].split(' ').filter(alias => alias !== '')]),
);

const byName: ReadonlyMap<string, CanonicalName> = new Map(
  CANONICAL_NAMES.flatMap(name => [
    [name, name] as const,
    ...(ALIASES.get(name) ?? []).map(alias => [alias, name] as const),
  ]),
);

/** Undefined for a name the core does not know: such events are kept, and change nothing. */
export const canonicalName = (name: string): CanonicalName | undefined => byName.get(name);
