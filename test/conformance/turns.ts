import type { PlainMapping } from '../../src/common/plain-value.ts';
import type { Event, ParentLink } from '../../src/core/event.ts';
import type { Turn } from '../../src/ports/event-store.ts';

export const turnOf = (executionId: string, version: number, ...events: readonly Event[]): Turn => ({
  executionId,
  version,
  at: 1000 * version,
  events,
});

export const startedEvent = (
  executionId: string,
  about: { readonly path?: string; readonly parent?: ParentLink; readonly at?: number } = {},
): Event => ({
  id: `${executionId}0`,
  at: about.at ?? 1000,
  type: 'playbook_started',
  executionId,
  catalogId: '2',
  path: about.path ?? 'shop/order',
  version: '1',
  hash: 'h1',
  workload: {},
  entry: 'start',
  parent: about.parent,
  concurrency: undefined,
  rerunOf: undefined,
  skip: undefined,
});

/** An event that carries any data. */
export const dataEvent = (values: PlainMapping, id = '77'): Event => ({
  id,
  at: 2000,
  type: 'ctx.updated',
  step: undefined,
  gen: '1',
  values,
});

export const completedEvent: Event = {
  id: '88',
  at: 5000,
  type: 'playbook.completed',
  result: { kind: 'none' },
  leaves: {},
};

export const failedEvent: Event = {
  id: '89',
  at: 6000,
  type: 'playbook.failed',
  error: { kind: 'exception', message: 'it broke', retryable: false },
  failedSteps: ['a'],
};

export const pausedEvent: Event = { id: '90', at: 3000, type: 'playbook.paused', reason: undefined };
export const resumedEvent: Event = { id: '91', at: 4000, type: 'playbook.resumed' };
