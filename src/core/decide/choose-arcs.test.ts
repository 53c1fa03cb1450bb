import { describe, expect, it } from 'vitest';
import { EMPTY_MAPPING } from '../../common/plain-value.ts';
import type { Arc, Router } from '../../playbook/model.ts';
import { chooseArcs } from './choose-arcs.ts';

const arc = (step: string, fires: 'always' | 'otherwise' | 'when', more: Partial<Arc> = {}): Arc => ({
  target: { kind: 'step', step },
  fires: fires === 'when' ? { kind: 'when', when: { condition: step } } : { kind: fires },
  on: 'success',
  group: 0,
  set: [],
  args: EMPTY_MAPPING,
  ...more,
});

/** The targets chosen when the conditions named `holding` hold, and the conditions that were asked. */
function choose(mode: Router['mode'], arcs: Arc[], holding: string[], asFailure = false) {
  const asked: string[] = [];
  const numbered = arcs.map((each, group) => ({ ...each, group: each.group || group }));
  const choice = chooseArcs(
    { mode, arcs: numbered, onNoMatch: 'complete' },
    asFailure,
    false,
    ({ target }) => {
      const name = target.kind === 'step' ? target.step : 'end';
      asked.push(name);
      return holding.includes(name);
    },
  );
  const chosen = choice.selected.map(([, { target }]) => (target.kind === 'step' ? target.step : 'end'));
  return { chosen, asked, why: choice.evaluations.map(evaluation => evaluation.why) };
}

describe('exclusive arcs', () => {
  it('take the first that matches and ask no further', () => {
    const { chosen, asked } = choose(
      'exclusive',
      [arc('a', 'when'), arc('b', 'when'), arc('c', 'when')],
      ['b', 'c'],
    );
    expect(chosen).toEqual(['b']);
    expect(asked).toEqual(['a', 'b']);
  });

  it('fall to the arc without a condition', () => {
    const { chosen, why } = choose('exclusive', [arc('a', 'when'), arc('b', 'otherwise')], []);
    expect(chosen).toEqual(['b']);
    expect(why).toEqual(['its condition is false', 'no earlier arc matched']);
  });

  it('take a whole group together', () => {
    const arcs = [
      arc('a', 'when', { group: 7 }),
      arc('b', 'when', { group: 7 }),
      arc('c', 'otherwise', { group: 8 }),
    ];
    expect(choose('exclusive', arcs, ['a']).chosen).toEqual(['a', 'b']);
    expect(choose('exclusive', arcs, []).chosen).toEqual(['c']);
  });
});

describe('inclusive arcs', () => {
  it('take every one that matches and those without a condition', () => {
    expect(
      choose('inclusive', [arc('a', 'when'), arc('b', 'always'), arc('c', 'when')], ['c']).chosen,
    ).toEqual(['b', 'c']);
  });

  it('take otherwise only if no condition holds, wherever it is written', () => {
    const arcs = [arc('else', 'otherwise'), arc('a', 'when')];
    expect(choose('inclusive', arcs, ['a']).chosen).toEqual(['a']);
    expect(choose('inclusive', arcs, []).chosen).toEqual(['else']);
  });
});

describe('a failed run', () => {
  it('considers only arcs that can observe a failure', () => {
    const arcs = [
      arc('a', 'always'),
      arc('b', 'always', { on: 'failure' }),
      arc('c', 'always', { on: 'any' }),
    ];
    expect(choose('inclusive', arcs, [], true)).toMatchObject({
      chosen: ['b', 'c'],
      why: ['only after success', 'has no condition', 'has no condition'],
    });
    expect(choose('inclusive', arcs, [], false).chosen).toEqual(['a', 'c']);
  });
});
