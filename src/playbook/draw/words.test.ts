import { describe, expect, it } from 'vitest';
import { playbookOf } from '../../../test/support/playbook-of.ts';
import type { Arc } from '../model.ts';
import { arcLabel, columns, conditionText, loopText, oneLine, toolText } from './words.ts';

const routerOf = (notation: string) => playbookOf(notation).workflow[0]!.next;

describe('the label of an arc', () => {
  it('is the condition without its braces', () => {
    expect(conditionText({ condition: '{{ a > 1 }}' })).toBe('a > 1');
    expect(conditionText({ condition: ' a > 1 ' })).toBe('a > 1');
    expect(conditionText({ condition: '{{ a }} and {{ b }}' })).toBe('{{ a }} and {{ b }}');
  });

  it('is missing where the arc is simply taken', () => {
    const router = routerOf('start one[a]; a');
    expect(arcLabel(router.arcs[0]!, router)).toBeUndefined();
  });

  it('says otherwise only where there is something else', () => {
    const router = routerOf('start one[a? b]; a; b');
    expect(router.arcs.map(arc => arcLabel(arc, router))).toEqual(['go_a', 'otherwise']);
    const handled = routerOf('start one[a b!]; a; b');
    expect(handled.arcs.map(arc => arcLabel(arc, handled))).toEqual([undefined, 'on failure']);
  });

  it('is the same for both ways to write a failure arc', () => {
    const router = routerOf('start one[a? b]; a; b');
    const older: Arc = {
      ...router.arcs[0]!,
      on: 'any',
      fires: { kind: 'when', when: { condition: "{{ event.name == 'step.failed' }}" } },
    };
    expect(arcLabel(older, router)).toBe('on failure');
  });
});

describe('a text in a drawing', () => {
  it('is one printable line of limited length', () => {
    expect(oneLine(' a\n\tb ', 10)).toBe('a b');
    expect(oneLine('x\u001b[0m\u202ey', 10)).toBe('x·[0m·y');
    expect(oneLine('abcdef', 4)).toBe('abc…');
    expect(oneLine('😀😀😀', 3)).toBe('😀😀😀');
  });

  it('takes the columns that a terminal gives it', () => {
    expect(columns('abc')).toBe(3);
    expect(columns('漢字')).toBe(4);
    expect(columns('e\u0301')).toBe(1);
  });

  it('names the tools and the collection of a step', () => {
    const [step] = playbookOf('start:loop').workflow;
    expect(toolText(step!.tool)).toBe('noop');
    expect(step!.kind === 'loop' && loopText(step!.loop)).toBe('each item');
    expect(toolText({ kind: 'router' })).toBe('');
  });
});
