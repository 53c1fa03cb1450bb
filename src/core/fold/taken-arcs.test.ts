import { describe, expect, it } from 'vitest';
import type { Event } from '../event.ts';
import { fold } from './fold.ts';

const routed = (run: number, matched: readonly number[], drained = false): Event => ({
  id: String(run),
  at: run,
  type: 'next.evaluated',
  step: 'again',
  run,
  mode: 'inclusive',
  arcs: [0, 1].map(arc => ({
    arc,
    target: 't',
    matched: matched.includes(arc),
    why: 'when' as const,
  })) as never,
  tokens: matched.length > 0 ? [] : [{ target: 'end', arc: -1, args: {}, back: false }],
  failure: 'none',
  error: undefined,
  drained,
});

describe('F6: arcs', () => {
  it('are counted whenever they are taken, over all runs of their step', () => {
    const state = fold([routed(1, [0]), routed(2, [0, 1]), routed(3, [0]), routed(4, [])]);
    expect(state.steps.get('again')?.taken).toEqual(
      new Map([
        [0, 3],
        [1, 1],
        [-1, 1],
      ]),
    );
  });

  it('are not taken while an execution drains', () => {
    expect(fold([routed(1, [0], true)]).steps.get('again')?.taken).toBeUndefined();
  });
});
