import { describe, expect, it } from 'vitest';
import { playbookOf } from '../../../test/support/playbook-of.ts';
import { EMPTY_MAPPING } from '../../common/plain-value.ts';
import { buildGraph } from '../../playbook/graph.ts';
import type { StepIndex } from '../../playbook/graph-types.ts';
import { EMPTY_STATE } from '../fold/draft.ts';
import { blockedBy, liveSteps } from './blocked.ts';

type Names = readonly string[];
const token = (kind: 'forward' | 'back') => ({
  from: undefined,
  arc: 0,
  args: EMPTY_MAPPING,
  back: kind === 'back',
});

/** `rule: steps` that keep the target waiting, or `free`. */
function askOf(notation: string) {
  const graph = buildGraph(playbookOf(notation));
  const set = (names: Names = []) => new Set(names.map(name => graph.indexOf.get(name) as StepIndex));
  return (
    target: string,
    tokens: readonly ('forward' | 'back')[],
    live: { active?: Names; forward?: Names; back?: Names },
  ) => {
    const sets = { active: set(live.active), forward: set(live.forward), back: set(live.back) };
    const blocked = blockedBy(graph, sets, graph.indexOf.get(target) as StepIndex, tokens.map(token));
    return blocked ? `${blocked.rule}: ${[...blocked.by].map(step => graph.names[step])}` : 'free';
  };
}

describe('R0', () => {
  it('keeps a step waiting for its own active run, also one with a single source', () => {
    const ask = askOf('a one[b]; b');
    expect(ask('b', ['forward'], { active: ['b'] })).toBe('R0: b');
    expect(ask('b', ['forward'], { active: ['a'], forward: ['b'] })).toBe('free');
  });
});

describe('R2', () => {
  const ask = askOf('s all[a h]; a one[j]; h one[w? j]; w one[h]; j one[k]; k');

  it('lets a join wait for whatever runs or waits and can still reach it', () => {
    expect(ask('j', ['forward'], { active: ['a'], forward: ['j', 'h'] })).toBe('R2: a,h');
    expect(ask('j', ['forward'], { active: ['k'], forward: ['j'] })).toBe('free');
  });

  it('lets it wait for the next turn of a loop it is not in', () => {
    expect(ask('j', ['forward'], { forward: ['j'], back: ['h'] })).toBe('R2: h');
  });

  it('does not let it wait for the next turn of a loop it is in', () => {
    const inside = askOf('h all[a b]; a one[j]; b one[j]; j one[h? x]; x');
    expect(inside('j', ['forward'], { forward: ['j'], back: ['h'] })).toBe('free');
  });
});

describe('R3', () => {
  const nested = askOf('H all[p q]; p one[p2]; p2 one[p? J]; q one[q2]; q2 one[q? J]; J one[H? x]; x');
  const irreducible = askOf('s all[h g]; h one[w]; g one[g? w]; w one[h? z]; z');

  it('starts the next turn when everything inside the loop is at rest, and asks nothing of its neighbours', () => {
    expect(nested('p', ['back'], { active: ['p2'], back: ['p'] })).toBe('R3: p2');
    expect(nested('p', ['back'], { forward: ['p2'], back: ['p'] })).toBe('R3: p2');
    expect(nested('p', ['back'], { active: ['q', 'q2'], back: ['p'] })).toBe('free');
  });

  it('lets the next turn of an inner loop go before that of the outer one', () => {
    expect(nested('H', ['back'], { back: ['H', 'p'] })).toBe('R3: p');
    expect(nested('p', ['back'], { back: ['H', 'p'] })).toBe('free');
  });

  it('waits for what can still enter the loop from the side', () => {
    expect(irreducible('h', ['back'], { active: ['g'], back: ['h'] })).toBe('R3: g');
    expect(irreducible('h', ['back'], { back: ['h', 'g'] })).toBe('R3: g');
    expect(irreducible('h', ['back'], { active: ['z'], back: ['h'] })).toBe('free');
  });

  it('holds a new entry only while a step of the body runs', () => {
    for (const tokens of [['forward'], ['forward', 'back']] as const) {
      expect(irreducible('h', tokens, { active: ['w'], forward: ['h'] })).toBe('R3: w');
      expect(irreducible('h', tokens, { active: ['z', 'g'], forward: ['h', 'w'] })).toBe('free');
    }
  });
});

describe('where work is', () => {
  it('names a step with tokens of both kinds twice', () => {
    const graph = buildGraph(playbookOf('a one[a? b]; b'));
    const at = (name: string) => graph.indexOf.get(name) as StepIndex;
    const state = {
      ...EMPTY_STATE,
      active: new Set(['b']),
      tokens: new Map([
        ['a', [token('forward'), token('back')]],
        ['b', [token('forward')]],
      ]),
    };
    expect(liveSteps(graph, state)).toEqual({
      active: new Set([at('b')]),
      forward: new Set([at('a'), at('b')]),
      back: new Set([at('a')]),
    });
  });
});
