import { describe, expect, it } from 'vitest';
import { parseExecutionState } from '../../../src/core/state-view.ts';
import { older, started, view } from './older-event.ts';

describe('the state of an execution, as the older engines test it', () => {
  it('is written in snake case', () => {
    expect(view().state).toBe('initial');
    expect(view(started({})).state).toBe('in_progress');
    expect(view(started({}), older('playbook.completed', null)).state).toBe('completed');
  });

  it('is read from any of its spellings, in any case', () => {
    expect(parseExecutionState('initial')).toBe('initial');
    expect(parseExecutionState('RUNNING')).toBe('in_progress');
    expect(parseExecutionState('completed')).toBe('completed');
    expect(parseExecutionState('FAILED')).toBe('failed');
  });

  it('follows from the events: a step with a result is completed while the execution goes on', () => {
    const state = view(
      started({ key: 'value' }, { path: 'test/playbook', version: '1' }),
      older('step.enter', 'step1'),
      older('command.issued', 'step1'),
      older('command.completed', 'step1', { result: { output: 'success' } }),
    );
    expect(state.execution_id).toBe('12345');
    expect(state.state).toBe('in_progress');
    expect(state.is_step_completed('step1')).toBe(true);
    expect(state.get_step_result('step1')).toEqual({ output: 'success' });
    expect(state).toMatchObject({ path: 'test/playbook', version: '1', workload: { key: 'value' } });
  });

  it('moves a step from entered to command_issued to completed', () => {
    const events = [
      older('step.enter', 'step1'),
      older('command.issued', 'step1'),
      older('command.completed', 'step1'),
    ];
    const stateAfter = (count: number) => view(...events.slice(0, count)).steps.step1?.state;
    expect([stateAfter(1), stateAfter(2), stateAfter(3)]).toEqual(['entered', 'command_issued', 'completed']);
  });

  it('records a skipped step that nobody entered: done, not completed, with both times', () => {
    const state = view(older('step.skipped', 'guarded_step'));
    expect(state.steps.guarded_step).toMatchObject({
      state: 'skipped',
      entered_at: '2026-01-02T03:04:05.678Z',
      completed_at: '2026-01-02T03:04:05.678Z',
    });
    expect(state.is_step_done('guarded_step')).toBe(true);
    expect(state.is_step_completed('guarded_step')).toBe(false);
  });

  it('records a skip under its older name too', () => {
    expect(view(older('step_skipped', 'guarded_step')).steps.guarded_step?.state).toBe('skipped');
  });

  it('completes a plain step with its first completion, whatever loops do', () => {
    const state = view(
      older('step.enter', 'plain'),
      older('command.completed', 'plain', { result: { ok: true } }),
    );
    expect(state.steps.plain).toMatchObject({
      state: 'completed',
      iterations_expected: undefined,
      iterations_completed: 0,
      result: { ok: true },
    });
  });

  it('reactivates a completed step that is issued again, with its old result still in sight', () => {
    const completed = older('command.completed', 'fetch_page', { result: { next_offset: 10 } });
    const before = view(completed);
    expect(before.is_step_done('fetch_page')).toBe(true);
    expect(before.get_step_result('fetch_page')).toEqual({ next_offset: 10 });

    const after = view(completed, older('step.enter', 'fetch_page'), older('command.issued', 'fetch_page'));
    expect(after.steps.fetch_page?.state).toBe('command_issued');
    expect(after.is_step_done('fetch_page')).toBe(false);
    expect(after.is_step_completed('fetch_page')).toBe(false);
    expect(after.get_step_result('fetch_page')).toEqual({ next_offset: 10 });
  });

  it('keeps the latest of each durable variable, and which completion set it', () => {
    const set = (step: string, gen: number, values: Record<string, number>) =>
      older('ctx.updated', null, { result: { status: 'CONTEXT', context: { step, gen, values } } });
    const state = view(
      set('start', 100, { offset: 0, limit: 10 }),
      set('check_pagination', 200, { offset: 10 }),
      set('check_pagination', 300, { offset: 20 }),
    );
    expect(state.ctx).toEqual({ offset: 20, limit: 10 });
    expect(state.ctx_set_marks).toEqual({ start: '100', check_pagination: '300' });
  });
});
