import { describe, expect, it } from 'vitest';
import { playbookOf } from '../../../../test/support/playbook-of.ts';
import { buildGraph } from '../../graph.ts';
import type { Arc, Playbook } from '../../model.ts';
import { GRAPH_RULES } from './index.ts';

interface Finding {
  readonly code: string;
  /** `step` or `step → target`. */
  readonly at: string;
  readonly message: string;
  readonly hint: string | undefined;
}

function findingsIn(playbook: Playbook): readonly Finding[] {
  const graph = buildGraph(playbook);
  const places = placesOf(playbook);
  const found: Finding[] = [];
  for (const rule of GRAPH_RULES) {
    rule.check(playbook, graph, (code, at, message, hint) => {
      if (!rule.codes.includes(code)) throw new Error(`${code} is not a code of its rule`);
      found.push({ code, at: Array.isArray(at) ? String(at[1]) : (places.get(at) ?? '?'), message, hint });
    });
  }
  return found;
}

function placesOf({ workflow }: Playbook): ReadonlyMap<object, string> {
  const places = new Map<object, string>();
  for (const step of workflow) {
    places.set(step, step.name);
    for (const arc of step.next.arcs)
      places.set(arc, `${step.name} → ${arc.target.kind === 'step' ? arc.target.step : 'exit'}`);
  }
  return places;
}

const check = (notation: string, options: { finalStep?: string } = {}) =>
  findingsIn(playbookOf(notation, options));

const codesAndPlaces = (findings: readonly Finding[]) => findings.map(({ code, at }) => `${code} at ${at}`);

/** The playbook with other fields for one arc, by `step → target`. */
function withArc(playbook: Playbook, place: string, change: Partial<Arc>): Playbook {
  const places = placesOf(playbook);
  const workflow = playbook.workflow.map(step => ({
    ...step,
    next: {
      ...step.next,
      arcs: step.next.arcs.map(arc => (places.get(arc) === place ? { ...arc, ...change } : arc)),
    },
  }));
  return { ...playbook, workflow };
}

const when = (condition: string): Partial<Arc> => ({ fires: { kind: 'when', when: { condition } } });

describe('a playbook whose routing is in order', () => {
  it.each([
    ['a chain', 'start one[a]; a one[b]; b'],
    ['branches and a join', 'start all[a b]; a one[j]; b one[j]; j'],
    ['a while loop beside a branch', 'start all[h p]; h one[w? j]; w one[h]; p one[j]; j'],
    ['a page stream', 'fetch all[process fetch?]; process'],
    ['failure arcs', 's one[fix! j]; fix one[j]; j; end'],
    ['a retry by a failure arc', 's one[s! j]; j'],
    ['steps after end', 'start one[end]; end one[cleanup]; cleanup'],
  ])('has no findings: %s', (_name, notation) => {
    expect(check(notation)).toEqual([]);
  });

  it('may have a final step that nothing leads to', () => {
    expect(check('start one[a]; a; notify', { finalStep: 'notify' })).toEqual([]);
  });
});

describe('step_unreachable', () => {
  it('is reported at every step that no arc leads to from the entry', () => {
    expect(codesAndPlaces(check('start one[a]; a; b one[c]; c'))).toEqual([
      'step_unreachable at b',
      'step_unreachable at c',
    ]);
  });

  it('says from which unreachable step another one is reached', () => {
    const [, c] = check('start one[a]; a; b one[c]; c');
    expect(c!.hint).toBe('it is reached only from `b`, which cannot be reached either');
  });

  it('is not reported for what only a failure reaches', () => {
    expect(check('start one[a fix!]; a; fix')).toEqual([]);
  });
});

describe('arc_never_matches', () => {
  it('is reported at arcs after one without a condition in exclusive mode', () => {
    const [finding] = check('start one[a b?]; a; b');
    expect(finding).toMatchObject({ code: 'arc_never_matches', at: 'start → b' });
    expect(finding!.message).toContain('because the arc to `a` before it has no condition');
  });

  it('is not reported in inclusive mode, nor for an arc that is looked at on another outcome', () => {
    expect(check('start all[a b?]; a; b')).toEqual([]);
    expect(check('start one[a b!]; a; b')).toEqual([]);
  });

  it('is not reported for arcs that were written under one condition', () => {
    const playbook = withArc(playbookOf('start one[a b]; a; b'), 'start → b', { group: 0 });
    expect(findingsIn(playbook)).toEqual([]);
  });

  it('is reported for a condition that is always false, and after one that is always true', () => {
    const never = withArc(playbookOf('start all[a? b?]; a; b'), 'start → a', when('{{ false }}'));
    expect(codesAndPlaces(findingsIn(never))).toEqual(['arc_never_matches at start → a']);
    const always = withArc(playbookOf('start one[a? b?]; a; b'), 'start → a', when('{{ True }}'));
    expect(codesAndPlaces(findingsIn(always))).toEqual(['arc_never_matches at start → b']);
  });

  it('is reported for a condition that an earlier arc has too', () => {
    const playbook = withArc(playbookOf('start one[a? b?]; a; b'), 'start → b', when('go_a'));
    expect(findingsIn(playbook)[0]!.message).toBe(
      'the arc to `b` is never taken, because the arc to `a` before it has the same condition',
    );
  });

  it('is not reported for an arc that can still fire on a failure', () => {
    const playbook = withArc(playbookOf('start one[a b?]; a; b'), 'start → b', { on: 'any' });
    expect(findingsIn(playbook)).toEqual([]);
  });
});

describe('arc_to_final_step', () => {
  it('is reported at every arc to the final step', () => {
    expect(
      codesAndPlaces(check('start all[notify a]; a one[notify]; notify', { finalStep: 'notify' })),
    ).toEqual(['arc_to_final_step at start → notify', 'arc_to_final_step at a → notify']);
  });

  it('is reported where the entry is the final step', () => {
    expect(codesAndPlaces(check('a one[b]; b', { finalStep: 'a' }))).toContain(
      'arc_to_final_step at finalStep',
    );
  });

  it('says that `end` needs no `final_step`', () => {
    const [finding] = check('start one[end]; end', { finalStep: 'end' });
    expect(finding!.hint).toContain('remove `final_step: end`');
  });
});

describe('loop_without_condition', () => {
  it('is reported at the arc that closes a circle of arcs without conditions', () => {
    const [finding] = check('start one[a]; a one[b]; b one[a]');
    expect(finding).toMatchObject({ code: 'loop_without_condition', at: 'b → a' });
    expect(finding!.message).toBe('`a` → `b` → `a` never ends: none of these arcs has a condition');
  });

  it('is reported for a step that always repeats itself', () => {
    expect(codesAndPlaces(check('a all[a b]; b'))).toEqual(['loop_without_condition at a → a']);
  });

  it('is not reported where an arc with a condition may be taken first', () => {
    expect(check('start one[a]; a one[b]; b one[x? a]; x')).toEqual([]);
  });

  it('is reported where the only other arc is for failures', () => {
    expect(codesAndPlaces(check('a one[b]; b one[x! a]; x'))).toEqual(['loop_without_condition at b → a']);
  });

  it('is reported although an inclusive arc may leave the loop: the loop goes on beside it', () => {
    expect(codesAndPlaces(check('a one[b]; b all[x? a]; x'))).toEqual(['loop_without_condition at b → a']);
  });

  it('tells a tangle once', () => {
    expect(codesAndPlaces(check('a all[b c]; b all[a c]; c all[a b]'))).toEqual([
      'loop_without_condition at b → a',
      'loop_two_entries at a → c',
    ]);
  });
});

describe('loop_two_entries', () => {
  it('is reported at the arc that enters past the head, naming both entries', () => {
    const [finding] = check('e all[a b]; a one[b? x]; b one[a? x]; x');
    expect(finding).toMatchObject({ code: 'loop_two_entries', at: 'e → b' });
    expect(finding!.message).toContain('the loop of `a` can be entered at `a` and `b`');
  });

  it('is not reported for a second entry that is itself unreachable', () => {
    expect(codesAndPlaces(check('e one[a]; a one[b? x]; b one[a? x]; x; y one[b]'))).toEqual([
      'step_unreachable at y',
    ]);
  });

  it('is reported for the outer loop only, where an inner one has two entries as well', () => {
    const findings = check('e all[a b c]; a one[b?]; b one[c?]; c one[b? a?]');
    expect(findings.filter(({ code }) => code === 'loop_two_entries')).toHaveLength(1);
  });
});

describe('loop_exit_joins', () => {
  it('is reported where each turn hands on to a step with several sources', () => {
    const [finding, ...rest] = check('fetch all[process fetch? fix?]; fix one[process]; process');
    expect(finding).toMatchObject({ code: 'loop_exit_joins', at: 'fetch → process' });
    expect(finding!.message).toContain('`process` runs once, after the loop of `fetch` has ended');
    expect(finding!.message).toContain('because `fetch` and `fix` lead to it');
    expect(rest).toEqual([]);
  });

  it('is reported where the arc taken together stays in the loop without going back at once', () => {
    const findings = check('h all[w log]; w one[h? x]; x one[log]; log');
    expect(codesAndPlaces(findings)).toEqual(['loop_exit_joins at h → log']);
  });

  it('is not reported for the exit of an exclusive router, nor for `end`', () => {
    expect(check('s all[h p]; h one[w? j]; w one[h]; p one[j]; j')).toEqual([]);
    expect(check('fetch all[end fetch? fix?]; fix one[end]; end')).toEqual([]);
  });

  it('is not reported where two conditions may exclude each other', () => {
    expect(check('fetch all[process? fetch? fix?]; fix one[process]; process')).toEqual([]);
  });
});

describe('end_in_loop', () => {
  it('is reported at the arc of `end` that leads back', () => {
    const [finding] = check('h all[a b]; a one[h?]; b one[end]; end one[h?]');
    expect(finding).toMatchObject({ code: 'end_in_loop', at: 'end → h' });
  });

  it('is reported where `end` repeats itself', () => {
    expect(codesAndPlaces(check('start one[end]; end one[end?]'))).toEqual(['end_in_loop at end → end']);
  });
});

describe('a large playbook', () => {
  it('is checked without going through every pair of steps', () => {
    let seed = 5;
    const anywhere = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return `s${seed % 10_000}`;
    };
    const steps = Array.from({ length: 10_000 }, (_, step) => ({
      name: `s${step}`,
      kind: 'task' as const,
      mode: step % 2 === 0 ? ('inclusive' as const) : ('exclusive' as const),
      onError: 'fail' as const,
      arcs: [anywhere(), anywhere(), anywhere()].map((to, at) => ({
        to,
        when: at === 1,
        on: 'success' as const,
      })),
    }));
    expect(findingsIn(playbookOf({ entry: 's0', finalStep: undefined, steps })).length).toBeGreaterThan(0);
  });
});
