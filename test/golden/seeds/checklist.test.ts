import { describe, expect, it } from 'vitest';
import type { PlainValue } from '../../../src/common/plain-value.ts';
import { splitScope } from '../../../src/core/codec/set-scope.ts';
import { parseExecutionState } from '../../../src/core/state-view.ts';
import { extractUserData } from '../../../src/core/user-data.ts';
import { older, started, view } from './older-event.ts';

const iteration = (index: number, eventType = 'command.completed') =>
  older(eventType, 'each', { meta: { command_id: `1:each:2:i${index}` }, result: { value: index } });

const enterLoop = older('step.enter', 'each', { context: { iterations_expected: 3 } });

describe('the fold of events, point by point', () => {
  it('I.1 knows every word for the state of an execution, and takes unknown ones for initial', () => {
    const words = 'initial pending in_progress running completed success failed error cancelled canceled';
    expect([...words.split(' '), 'Running', 'CANCELED', 'no such word'].map(parseExecutionState)).toEqual([
      ...['initial', 'initial', 'in_progress', 'in_progress', 'completed', 'completed'],
      ...['failed', 'failed', 'cancelled', 'cancelled', 'in_progress', 'cancelled', 'initial'],
    ]);
  });

  it('I.2 keeps the result of a completed step of an execution in progress', () => {
    const state = view(
      started({ key: 'value' }, { path: 'test/playbook', version: '1' }),
      older('step.enter', 's'),
      older('command.issued', 's'),
      older('command.completed', 's', { result: { output: 'success' } }),
    );
    expect(state.state).toBe('in_progress');
    expect(state.completed_steps()).toEqual(['s']);
    expect(state.get_all_results()).toEqual({ s: { output: 'success' } });
  });

  it('I.3 goes from entered through issued, claimed and started to completed', () => {
    const types = ['step.enter', 'command.issued', 'command.claimed', 'command.started', 'command.completed'];
    const states = types.map((_, last) => {
      const events = types.slice(0, last + 1).map(type => older(type, 's', { attempt: 1, worker_id: 'w' }));
      return view(...events).steps.s?.state;
    });
    expect(states).toEqual(['entered', 'command_issued', 'command_claimed', 'command_started', 'completed']);
  });

  it('I.4 takes a skipped step for done but not for completed, under both names of the event', () => {
    for (const type of ['step.skipped', 'step_skipped']) {
      const state = view(older(type, 's'));
      expect(state.is_step_done('s')).toBe(true);
      expect(state.is_step_completed('s')).toBe(false);
      expect(state.steps.s?.entered_at).toBe(state.steps.s?.completed_at);
      expect(state.steps.s?.entered_at).toBeDefined();
    }
  });

  it('I.5 orders the results of a loop by index, counts each iteration once and waits for all', () => {
    const lifecycle = ['command.claimed', 'command.started', 'call.done', 'step.exit', 'command.completed'];
    const partial = view(enterLoop, ...lifecycle.map(type => iteration(2, type)));
    expect(partial.steps.each).toMatchObject({ iterations_completed: 1, iterations_expected: 3 });
    expect(partial.is_step_done('each')).toBe(false);
    const whole = view(enterLoop, iteration(2), iteration(0), iteration(0), iteration(1));
    expect(whole.get_step_result('each')).toEqual([{ value: 0 }, { value: 1 }, { value: 2 }]);
  });

  it('I.6 counts no iterations of a plain step', () => {
    const state = view(older('step.enter', 's'), older('command.completed', 's'));
    expect(state.steps.s).toMatchObject({ state: 'completed', iterations_completed: 0 });
  });

  it('I.7 does not let the report of completion replace the data of the call', () => {
    const state = view(
      older('step.enter', 's'),
      older('call.done', 's', { result: { status: 'COMPLETED', context: { data: { rows: 3 } } } }),
      older('command.completed', 's', {
        result: { status: 'COMPLETED', context: { command_id: 'x', worker_id: 'w' } },
      }),
    );
    expect(state.get_step_result('s')).toEqual({ rows: 3 });
  });

  it('I.8 takes the error from the result, else from what the result wraps, else from the event', () => {
    const errorOf = (fields: Record<string, PlainValue>) => {
      const state = view(older('command.failed', 's', fields));
      expect(state.is_step_failed('s')).toBe(true);
      return state.steps.s?.error;
    };
    expect(errorOf({ result: { error: 'first', context: { error: 'second' } } })).toBe('first');
    expect(errorOf({ result: { status: 'FAILED', context: { error: 'second' } } })).toBe('second');
    expect(errorOf({ error: 'third' })).toBe('third');
    expect(errorOf({ result: { error: { kind: 'timeout', message: 'too slow' } } })).toBe('too slow');
  });

  it('I.9 reactivates a completed step and keeps its result until there is a new one', () => {
    const state = view(
      older('command.completed', 's', { result: { next_offset: 10 } }),
      older('step.enter', 's'),
      older('command.issued', 's'),
    );
    expect(state.running_steps()).toEqual(['s']);
    expect(state.is_step_done('s')).toBe(false);
    expect(state.get_step_result('s')).toEqual({ next_offset: 10 });
  });

  it('I.10 keeps the latest variables and the completions that set them, from either place', () => {
    const payload = (step: string, gen: number, values: Record<string, number>) => ({ step, gen, values });
    const state = view(
      older('ctx.updated', null, { context: payload('start', 100, { offset: 0, limit: 10 }) }),
      older('ctx.updated', null, { result: { status: 'x', context: payload('check', 200, { offset: 10 }) } }),
      older('ctx.updated', null, { context: payload('check', 300, { offset: 20 }) }),
    );
    expect(state.ctx).toEqual({ offset: 20, limit: 10 });
    expect(state.ctx_set_marks).toEqual({ start: '100', check: '300' });
  });

  it('I.11 shows templates variables before the workload, and steps as data and as envelopes', () => {
    const context = view(
      started({ offset: 0, limit: 10 }),
      older('command.completed', 'flat', { result: { n: 1 } }),
      older('command.completed', 'own', { result: { data: [1] } }),
      older('command.completed', 'piped', {
        result: { status: 'COMPLETED', context: { data: { one: { a: 1 }, two: { a: 2, b: 3 } } } },
      }),
      older('ctx.updated', null, { context: { step: 'flat', gen: 1, values: { offset: 20 } } }),
    ).build_context();
    expect(context).toMatchObject({ offset: 20, workload: { offset: 0 }, flat: { n: 1 } });
    expect(context).toHaveProperty('flat.data.n', 1);
    expect(context).toHaveProperty('own.data', [1]);
    expect(context).toHaveProperty('piped.one.a', 1);
    expect(context).toHaveProperty('piped.a', 2);
    expect(context).toHaveProperty('steps.flat.status', 'COMPLETED');
    expect(context).toHaveProperty('steps.flat.data.n', 1);
  });

  it('I.12 takes user data out of an envelope, leaves a flat value alone, finds nothing in null', () => {
    const task = { data: { x: 1 }, status: 'success' };
    expect(extractUserData({ context: { result: { context: { data: { x: 1 } } } } })).toEqual({ x: 1 });
    expect(extractUserData({ status: 's', context: { y: 2 } })).toEqual({ y: 2 });
    expect(extractUserData({ x: 1 })).toEqual({ x: 1 });
    expect(extractUserData(null)).toBeUndefined();
    expect(extractUserData({ context: { data: { label: task } } })).toEqual({ ...task, label: task });
  });

  it('I.13 strips the scopes that exist and no other', () => {
    expect(['ctx.foo', 'iter.bar', 'step.baz', 'qux', 'app.config'].map(splitScope)).toEqual([
      { scope: 'ctx', name: 'foo' },
      { scope: 'iter', name: 'bar' },
      { scope: 'step', name: 'baz' },
      { scope: undefined, name: 'qux' },
      { scope: undefined, name: 'app.config' },
    ]);
  });
});
