import { describe, expect, it } from 'vitest';
import { readLog } from '../../../src/core/codec/read-log.ts';
import { explain } from '../../../src/core/explain.ts';
import { fold } from '../../../src/core/fold/fold.ts';
import { stateView } from '../../../src/core/state-view.ts';
import { playbookFrom } from '../../support/load-playbook.ts';
import stuck from './stuck-loop.json' with { type: 'json' };

const tail = [
  { event_type: 'iterator_completed', status: 'COMPLETED', node_name: 'fetch_all_endpoints' },
  { event_type: 'action_completed', status: 'COMPLETED', node_name: 'fetch_all_endpoints' },
  { event_type: 'step_completed', status: 'COMPLETED', node_name: 'fetch_all_endpoints' },
  { event_type: 'action_started', status: 'RUNNING', node_name: 'validate_results' },
];

describe('the log of the loop that got stuck', () => {
  it('reads as one step with three settled iterations and no end of its own', () => {
    const { events, aside } = readLog(stuck);
    const state = fold(events);
    expect([...state.steps.keys()]).toEqual(['fetch_all_endpoints']);
    expect(state.steps.get('fetch_all_endpoints')?.active).toMatchObject({
      total: 3,
      success: 3,
      watermark: 3,
    });
    expect(state.phase.kind).toBe('in_progress');
    expect(stateView(state).running_steps()).toEqual(['fetch_all_endpoints']);
    // The data of an iteration comes after its completion here: it is attached, and then known.
    expect(aside.map(({ eventType, why }) => `${eventType}: ${why}`)).toEqual(
      Array.from({ length: 3 }, () => 'step_result: its iteration is unknown or settled'),
    );
  });

  it('reads as complete with the events that were missing, and the next step runs', () => {
    const view = stateView(fold(readLog([...stuck, ...tail]).events));
    expect(view.completed_steps()).toEqual(['fetch_all_endpoints']);
    expect(view.running_steps()).toEqual(['validate_results']);
    expect(view.get_step_result('fetch_all_endpoints')).toEqual([
      { data: ['a'] },
      { data: ['b'] },
      { data: ['c'] },
    ]);
  });

  it('is explained: what is missing, and what would come next', () => {
    const playbook = playbookFrom(`
      workload: { endpoints: [a, b, c] }
      workflow:
        - step: fetch_all_endpoints
          loop: { in: "{{ workload.endpoints }}", iterator: endpoint }
          tool: { kind: http, url: "{{ iter.endpoint }}" }
          next: validate_results
        - { step: validate_results, tool: { kind: noop } }
    `);
    const explained = explain(playbook, readLog(stuck).events);
    expect(explained).toMatchObject({
      status: 'RUNNING',
      waiting_for: [
        'the completion of the loop fetch_all_endpoints: all 3 iterations are settled, but its step.exit is missing, ' +
          'and then validate_results',
      ],
      steps: [
        { step: 'fetch_all_endpoints', state: 'running: 3 of 3 iterations settled', rule: 'L6' },
        { step: 'validate_results', state: 'pending', rule: 'S5' },
      ],
    });
  });
});
