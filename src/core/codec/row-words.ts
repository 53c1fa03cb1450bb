import type { Event, EventType } from '../event.ts';
import type { EventRow } from './row.ts';

/** What a row says of its event in one word. */
export function statusOf(event: Event): string {
  if (event.type === 'event.received' || event.type === 'report.received') return event.status;
  return event.type === 'step.exit' ? event.outcome.status : (STATUS[event.type] ?? 'RUNNING');
}

const STATUS: { readonly [T in EventType]?: string } = {
  workflow_initialized: 'COMPLETED',
  workflow_completed: 'COMPLETED',
  workflow_failed: 'FAILED',
  'playbook.completed': 'COMPLETED',
  'playbook.failed': 'FAILED',
  'playbook.cancelled': 'CANCELLED',
  'playbook.paused': 'PAUSED',
  'playbook.timed_out': 'FAILED',
  'signal.received': 'COMPLETED',
  'callback.received': 'COMPLETED',
  'ctx.updated': 'COMPLETED',
  'step.skipped': 'SKIPPED',
  'next.evaluated': 'COMPLETED',
  'command.issued': 'PENDING',
  'command.parked': 'PENDING',
  'call.done': 'COMPLETED',
  'call.error': 'FAILED',
  action_retry: 'PENDING',
  'command.completed': 'COMPLETED',
  'command.failed': 'FAILED',
  'command.cancelled': 'CANCELLED',
  'command.lease_expired': 'PENDING',
  'command.late': 'SKIPPED',
  iteration_completed: 'COMPLETED',
  iteration_failed: 'FAILED',
  iterator_completed: 'COMPLETED',
  'loop.done': 'COMPLETED',
  'frame.committed': 'COMPLETED',
  'frame.failed': 'FAILED',
};

/** The name under which an event is shown: its type, or what its sender calls it. */
export const shownName = (event: Pick<Event, 'type'>): string =>
  event.type === 'event.received' && 'name' in event ? String(event.name) : event.type;

export function nodeTypeOf({ type }: Event): EventRow['node_type'] {
  if (type === 'event.received' || type === 'report.received') return 'external';
  if (type.startsWith('playbook') || type === 'signal.received') return 'execution';
  if (type.startsWith('workflow')) return 'workflow';
  if (type.startsWith('step') || type === 'next.evaluated') return 'step';
  if (type.startsWith('iter') || type === 'loop.done' || type.startsWith('frame')) return 'iterator';
  return type === 'ctx.updated' ? 'context' : 'command';
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/cancel/, 'CANCELLED'],
  [/skipped/, 'SKIPPED'],
  [/done|exit|completed?$/, 'COMPLETED'],
  [/error|failed/, 'FAILED'],
];

/** The status of an event of older engines that states none, from its name. */
export function statusByName(eventType: string): string {
  return WORDS.find(([pattern]) => pattern.test(eventType.toLowerCase()))?.[1] ?? 'RUNNING';
}

const FAILED: ReadonlySet<string> = new Set(['error', 'failed', 'failure']);

/** Whether a status, in whatever word, says that something went wrong. */
export const saysFailed = (status: unknown): boolean =>
  typeof status === 'string' && FAILED.has(status.trim().toLowerCase());
