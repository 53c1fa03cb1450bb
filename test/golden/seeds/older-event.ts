import type { PlainValue } from '../../../src/common/plain-value.ts';
import { readLog } from '../../../src/core/codec/read-log.ts';
import { fold } from '../../../src/core/fold/fold.ts';
import { type StateView, stateView } from '../../../src/core/state-view.ts';

type Fields = Readonly<Record<string, PlainValue>>;

/** An event as the older engines' own tests make them: every id is 1, and nothing but the named fields is set. */
export const older = (eventType: string, nodeName: string | null, fields: Fields = {}): Fields => ({
  id: 1,
  execution_id: 12345,
  catalog_id: 67890,
  event_id: 1,
  parent_event_id: null,
  parent_execution_id: null,
  event_type: eventType,
  node_id: null,
  node_name: nodeName,
  node_type: null,
  status: '',
  context: null,
  meta: null,
  result: null,
  worker_id: null,
  attempt: null,
  created_at: '2026-01-02T03:04:05.678901Z',
  ...fields,
});

/** What those tests ask after applying events. */
export const view = (...events: readonly Fields[]): StateView => stateView(fold(readLog(events).events));

/** An execution that has started with this workload. */
export const started = (workload: PlainValue, more: Fields = {}): Fields =>
  older('playbook_started', null, { context: { workload, ...more } });
