import { describe, expect, it } from 'vitest';
import { fold } from '../../fold/fold.ts';
import { stateView } from '../../state-view.ts';
import { readLog } from '../read-log.ts';

type Raw = Record<string, unknown>;

const types = (raw: readonly Raw[]) => readLog(raw).events.map(event => event.type);
const viewOf = (...raw: readonly Raw[]) => stateView(fold(readLog(raw).events));
const whyAside = (...raw: readonly Raw[]) => readLog(raw).aside.map(({ why }) => why);

describe('runs that nobody numbered', () => {
  const of = (event_type: string, command_id?: string): Raw => ({
    event_type,
    node_name: 's',
    ...(command_id === undefined ? {} : { meta: { command_id } }),
  });

  it('are opened by whatever comes first', () => {
    expect(types([of('command.completed')])).toEqual([
      'step.enter',
      'command.issued',
      'command.completed',
      'step.exit',
    ]);
    expect(types([of('action_started')])).toEqual(['step.enter', 'command.issued', 'command.started']);
    expect(types([of('call.done')])).toEqual(['step.enter', 'command.issued', 'call.done']);
  });

  it('are counted per step', () => {
    const log = [
      of('step.enter'),
      of('step.exit'),
      of('step.enter'),
      of('step.exit'),
      of('command.issued', 'c'),
    ];
    const runs = readLog(log).events.flatMap(event => (event.type === 'step.enter' ? [event.run] : []));
    expect(runs).toEqual([1, 2, 3]);
  });

  it('end once: what repeats or comes late is put aside', () => {
    const log = [
      of('command.issued', 'a'),
      of('command.completed', 'a'),
      of('step.exit', 'a'),
      of('step_completed'),
    ];
    expect(types(log)).toEqual(['step.enter', 'command.issued', 'command.completed', 'step.exit']);
    expect(whyAside(...log)).toEqual(['its run is over', 'its run is over']);
    expect(whyAside(...log.slice(0, 2), of('command.started', 'a'), of('command.issued', 'a'))).toEqual([
      'its run is over',
      'its command was issued before',
    ]);
  });

  it('are not ended by a report of an older one', () => {
    const view = viewOf(
      of('command.issued', 'a'),
      of('command.completed', 'a'),
      of('command.issued', 'b'),
      of('command.completed', 'a'),
    );
    expect(view.running_steps()).toEqual(['s']);
  });

  it('take the first result of a command, and its failure only if it came first', () => {
    const failed = { ...of('command.failed', 'a'), error: 'no' };
    expect(viewOf(of('command.completed', 'a'), failed).is_step_completed('s')).toBe(true);
    expect(viewOf(failed, of('command.completed', 'a')).is_step_failed('s')).toBe(true);
  });

  it('wait for the callback that their completion announces', () => {
    const parked = {
      ...of('command.completed', 'a'),
      result: { status: 'ok', context: { pending_callback: true } },
    };
    expect(viewOf(parked).steps.s?.state).toBe('command_started');
    const resumed = viewOf(parked, {
      ...of('call.done', 'a'),
      result: { status: 'ok', context: { data: 7 } },
    });
    expect(resumed.steps.s).toMatchObject({ state: 'completed', result: 7 });
    expect(viewOf(parked, { ...of('command.failed', 'a'), error: 'gone' }).is_step_failed('s')).toBe(true);
  });

  it('keep the attempts of their retries', () => {
    const retry = {
      ...of('action_retry'),
      attempt: 1,
      error: 'no',
      context: { max_attempts: 3, retry_delay_seconds: 1.5, available_at: '1970-01-01T00:00:09Z' },
    };
    const { events } = readLog([of('action_started'), of('action_error'), retry, of('action_started')]);
    expect(events.slice(-2)).toMatchObject([
      {
        type: 'action_retry',
        attempt: 1,
        maxAttempts: 3,
        delay: 1500,
        availableAt: 9000,
        error: { message: 'no' },
      },
      { type: 'command.started', attempt: 2 },
    ]);
  });

  it('may be skipped after they were entered', () => {
    const view = viewOf(of('step.enter'), of('step.skipped'));
    expect(view.steps.s?.state).toBe('skipped');
  });
});

describe('iterations', () => {
  const iteration = (event_type: string, index: number, more: Raw = {}): Raw => ({
    event_type,
    node_name: `s_iter_${index}`,
    result: { n: index },
    ...more,
  });
  const start = {
    event_type: 'iterator_started',
    node_name: 'iterator',
    node_id: 's',
    context: { total_count: 11, mode: 'sequential' },
  };

  it('logged under names of their own belong to their step, in order of number and not of text', () => {
    const order = [10, 2, 0, 1, 3, 4, 5, 6, 7, 8, 9];
    const view = viewOf(start, ...order.map(index => iteration('action_completed', index)), {
      event_type: 'step_completed',
      node_name: 's',
    });
    expect(Object.keys(view.steps)).toEqual(['s']);
    expect(view.get_step_result('s')).toEqual(Array.from({ length: 11 }, (_, n) => ({ n })));
  });

  it('need a step that loops: otherwise the name is just a name', () => {
    const raw = iteration('action_completed', 1);
    expect(Object.keys(viewOf(raw).steps)).toEqual(['s_iter_1']);
    const known = readLog([raw], { loops: ['s'] });
    expect([...fold(known.events).steps.keys()]).toEqual(['s']);
  });

  it('have an index that is stated, or ends their command id, or follows their order', () => {
    const enter = { event_type: 'step.enter', node_name: 's', context: { iterations_expected: 3 } };
    const done = (meta: Raw, n: number) => ({
      event_type: 'command.completed',
      node_name: 's',
      meta,
      result: { n },
    });
    const stated = viewOf(
      enter,
      done({ iteration_index: '2' }, 2),
      done({ command_id: 'x:i0' }, 0),
      done({ command_id: 77 }, 1),
    );
    expect(stated.steps.s).toMatchObject({ state: 'completed', iterations_completed: 3 });
    expect((stated.get_step_result('s') as unknown[])[2]).toEqual({ n: 2 });
  });

  it('beyond the end of the loop are put aside', () => {
    const enter = { event_type: 'step.enter', node_name: 's', context: { iterations_expected: 2 } };
    const log = [enter, { event_type: 'command.completed', node_name: 's', meta: { command_id: 'c:i7' } }];
    expect(whyAside(...log)).toEqual(['its iteration is settled already, or not one of the loop']);
  });

  it('that fail make the loop fail once all are settled, with what the others gave', () => {
    const enter = { event_type: 'step.enter', node_name: 's', context: { iterations_expected: 2 } };
    const view = viewOf(
      enter,
      { event_type: 'command.failed', node_name: 's', meta: { command_id: 'c:i0' }, error: 'no' },
      { event_type: 'command.completed', node_name: 's', meta: { command_id: 'c:i1' }, result: { n: 1 } },
    );
    expect(view.steps.s).toMatchObject({ state: 'failed', error: 'no', result: [null, { n: 1 }] });
  });
});
