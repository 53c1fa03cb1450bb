import { describe, expect, it } from 'vitest';
import { older, view } from './older-event.ts';

const enter = (total: number) =>
  older('step.enter', 'looped', { context: { iterations_expected: total, iterator_var: 'item' } });

const completed = (index: number, result: Readonly<Record<string, string | number>>) =>
  older('command.completed', 'looped', { meta: { command_id: `e:looped:0:i${index}` }, result });

describe('a looping step, as the older engines test it', () => {
  it('is completed by its last iteration, with the results of all of them in order', () => {
    const before = view(enter(3)).steps.looped;
    expect(before).toMatchObject({ state: 'entered', iterations_expected: 3, iterations_completed: 0 });

    const stated = ['a', 'b', 'c'].map((value, index) =>
      older('command.completed', 'looped', {
        meta: { command_id: `e:looped:0:i${index}`, iteration_index: index, iteration_total: 3 },
        result: { value },
      }),
    );
    expect(view(enter(3), ...stated).steps.looped).toMatchObject({
      state: 'completed',
      iterations_completed: 3,
      result: [{ value: 'a' }, { value: 'b' }, { value: 'c' }],
    });
  });

  it('counts an iteration once that two workers report complete', () => {
    const twice = [enter(2), completed(0, { i: 0 }), completed(0, { i: 0 })];
    const before = view(...twice).steps.looped;
    expect(before?.iterations_completed).toBe(1);
    expect(before?.state).not.toBe('completed');

    const after = view(...twice, completed(1, { i: 1 })).steps.looped;
    expect(after).toMatchObject({ iterations_completed: 2, state: 'completed' });
  });

  it('is not completed by two of three iterations', () => {
    const state = view(enter(3), completed(0, { i: 0 }), completed(1, { i: 1 }));
    expect(state.steps.looped?.state).not.toBe('completed');
    expect(state.steps.looped?.iterations_completed).toBe(2);
    expect(state.is_step_completed('looped')).toBe(false);
  });

  it('counts one iteration for everything that its worker reports of it', () => {
    const commandId = 'exec:looped:e0:i2';
    const state = view(
      older('step.enter', 'looped', {
        result: { status: 'ENTERED', context: { iterations_expected: 3, iterator_var: 'item' } },
      }),
      ...[0, 1, 2].map(index =>
        older('command.issued', 'looped', {
          meta: { command_id: `exec:looped:e0:i${index}`, iteration_index: index, iteration_total: 3 },
        }),
      ),
      older('command.claimed', 'looped', { meta: { command_id: commandId } }),
      older('command.started', 'looped', { meta: { command_id: commandId } }),
      older('step.enter', 'looped', { context: { status: 'started' } }),
      older('call.done', 'looped'),
      older('step.exit', 'looped', {
        result: { status: 'COMPLETED', context: { command_id: commandId, status: 'COMPLETED' } },
      }),
      older('command.completed', 'looped', {
        result: { status: 'COMPLETED', context: { command_id: commandId, worker_id: 'w' } },
      }),
    );
    expect(state.steps.looped).toMatchObject({ iterations_expected: 3, iterations_completed: 1 });
    expect(state.steps.looped?.state).not.toBe('completed');
    expect(state.is_step_completed('looped')).toBe(false);
    expect(state.running_steps()).toEqual(['looped']);
  });

  it('has its results in order of index, whatever the order in which they arrive', () => {
    const state = view(enter(3), completed(2, { i: 2 }), completed(0, { i: 0 }), completed(1, { i: 1 }));
    expect(state.get_step_result('looped')).toEqual([{ i: 0 }, { i: 1 }, { i: 2 }]);
  });
});
