import { describe, expect, it } from 'vitest';
import type { PlainValue } from '../../../src/common/plain-value.ts';
import { applySet } from '../../../src/core/codec/set-scope.ts';
import { extractUserData } from '../../../src/core/user-data.ts';
import { older, started, view } from './older-event.ts';

const wrapped = (data: PlainValue): PlainValue => ({
  status: 'COMPLETED',
  context: { result: { status: 'success', context: { data } } },
});

const contextAfter = (step: string, result: PlainValue, workload: PlainValue = {}) =>
  view(started(workload), older('command.completed', step, { result })).build_context() as Record<
    string,
    never
  >;

describe('user data, as the older engines test it', () => {
  it('is taken out of the standard envelope', () => {
    const data = extractUserData({
      status: 'COMPLETED',
      context: {
        result: {
          status: 'success',
          context: { data: { is_hot: true, message: 'hot' }, status: 'success', stdout: '', stderr: '' },
        },
        call_index: 0,
      },
    });
    expect(data).toEqual({ is_hot: true, message: 'hot' });
  });

  it('is the result itself where there is no envelope', () => {
    expect(extractUserData({ is_hot: false })).toEqual({ is_hot: false });
  });

  it('is nothing for null', () => {
    expect(extractUserData(null)).toBeUndefined();
  });

  it('has the fields of a pipeline beside the labels of its tasks', () => {
    const output = {
      data: { executed: true, input: { test_value: 'hello' } },
      message: 'Start step executed with action type',
      status: 'success',
    };
    const data = extractUserData({
      status: 'COMPLETED',
      context: {
        call_index: 0,
        command_id: '321180039523602432:start:321180039552962560',
        result: {
          status: 'success',
          context: {
            data: { init_action: output },
            duration_ms: 79,
            exit_code: 0,
            status: 'success',
            stderr: '',
            stdout: '',
          },
        },
      },
    });
    expect(data).toEqual({ ...output, init_action: output });
  });
});

describe('the context of templates, as the older engines test it', () => {
  it('has the workload, the path and the steps', () => {
    const context = view(
      started({ var1: 'value1' }, { path: 'test/path' }),
      older('command.completed', 'step1', { result: { output: 'result1' } }),
    ).build_context();
    expect(context).toMatchObject({ var1: 'value1', path: 'test/path' });
    expect(context.steps).toHaveProperty('step1');
  });

  it('has the data of a step under its name, its envelope below `steps`, and the workload', () => {
    const context = contextAfter('eval_flag', wrapped({ is_hot: true, message: 'hot' }), { temp: 30 });
    expect(context.eval_flag).toMatchObject({ is_hot: true });
    expect(context.steps).toHaveProperty('eval_flag');
    expect(context.temp).toBe(30);
  });

  it('has the fields of a flat result under `data` as well', () => {
    const result = {
      status: 'success',
      messages: ['Hello, NoETL! (#1)', 'Hello, NoETL! (#2)', 'Hello, NoETL! (#3)'],
      total_greetings: 3,
      script_source: 'file',
    };
    const { run_from_file: step } = contextAfter('run_from_file', wrapped(result)) as Record<
      string,
      typeof result & { data: typeof result }
    >;
    expect(step?.status).toBe('success');
    expect(step?.total_greetings).toBe(3);
    expect(step?.data.status).toBe('success');
    expect(step?.data.total_greetings).toBe(3);
    expect(step?.data.messages).toHaveLength(3);
  });

  it('leaves a `data` alone that the result has itself', () => {
    const output = { data: { executed: true, value: 42 }, status: 'success' };
    const context = contextAfter('multi_step', wrapped({ init_action: output }));
    expect(context).toHaveProperty('multi_step.init_action.data.executed', true);
    expect(context).toHaveProperty('multi_step.data.executed', true);
  });

  it('has durable variables before the defaults of the workload, which keeps its own', () => {
    const context = view(
      started({ offset: 0, limit: 10 }),
      older('ctx.updated', null, { context: { step: 'check', gen: 1, values: { offset: 30 } } }),
    ).build_context();
    expect(context.offset).toBe(30);
    expect(context.limit).toBe(10);
    expect(context).toHaveProperty('workload.offset', 0);
  });
});

describe('the keys of a `set`, as the older engines test them', () => {
  const set = (values: Record<string, PlainValue>) => applySet({}, values);

  it('lose the scope ctx', () => expect(set({ 'ctx.foo': 1 })).toEqual({ foo: 1 }));

  it('lose the scope iter', () => expect(set({ 'iter.bar': 2 })).toEqual({ bar: 2 }));

  it('lose the scope step', () => expect(set({ 'step.baz': 3 })).toEqual({ baz: 3 }));

  it('stay as they are without a scope', () => expect(set({ qux: 4 })).toEqual({ qux: 4 }));

  it('stay whole with an unknown scope', () =>
    expect(set({ 'app.config': { level: 5 } })).toEqual({ 'app.config': { level: 5 } }));

  it('may be of all kinds at once', () => {
    const values = { 'ctx.foo': 1, 'iter.bar': 2, 'step.baz': 3, qux: 4, 'app.config': { level: 5 } };
    expect(set(values)).toEqual({ foo: 1, bar: 2, baz: 3, qux: 4, 'app.config': { level: 5 } });
  });
});
