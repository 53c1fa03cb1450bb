import { describe, expect, it } from 'vitest';
import { fold } from '../../src/core/fold/fold.ts';
import { textOf } from '../support/load-playbook.ts';
import { TestEngine } from '../support/test-engine.ts';

describe('`step.*`', () => {
  it('goes from the tasks of a run to its `set` and its arcs, and ends with it', async () => {
    const test = new TestEngine();
    const id = await test.start(`
      workflow:
        - step: a
          tool:
            - { name: one, kind: echo, input: { n: 1 }, set: { step.n: "{{ output.data.n + 1 }}" } }
            - { name: two, kind: echo, input: { n: "{{ step.n }}" } }
          set: { ctx.n: "{{ step.n + 1 }}", step.m: "{{ step.n * 10 }}" }
          next:
            arcs:
              - { step: b, when: "{{ step.n == 2 and step.m == 20 }}", args: { m: "{{ step.m }}" }, set: { ctx.k: "{{ step.m }}" } }
              - { step: c }
        - { step: b, tool: { kind: echo, input: { m: "{{ input.m }}", mine: "{{ step.n | default('none') }}" } } }
        - { step: c, tool: { kind: fail } }`);
    const state = await test.engine.ended(id);
    expect(state.phase).toMatchObject({ kind: 'completed', result: { data: { m: 20, mine: 'none' } } });
    expect(state.ctx).toEqual({ n: 3, k: 20 });
    expect(state.steps.get('a')?.result).toMatchObject({ data: { two: { n: 2 } } });
    const replayed = fold(await test.events(id));
    expect(replayed.steps.get('a')?.last?.locals).toEqual({ n: 2, m: 20 });
  });

  it('starts anew in every run of a loop by arcs', async () => {
    const state = await new TestEngine().run(`
      workflow:
        - step: a
          tool:
            kind: echo
            input: { seen: "{{ step.seen | default(0) }}" }
            set: { step.seen: "{{ output.data.seen + 1 }}", ctx.runs: "{{ (ctx.runs | default(0)) + 1 }}" }
          next: { arcs: [{ step: a, when: "{{ ctx.runs < 3 }}" }, { step: done }] }
        - { step: done, tool: { kind: echo, input: { seen: "{{ a.seen }}", runs: "{{ ctx.runs }}" } } }`);
    expect(state.phase).toMatchObject({ result: { data: { seen: 0, runs: 3 } } });
  });

  it('goes from one iteration to the next where they follow each other, and stays in it where not', async () => {
    const workflow = (mode: string) => `
      workflow:
        - step: a
          loop: { in: [1, 2, 3], iterator: n, spec: { mode: ${mode} } }
          tool: { kind: echo, input: { sum: "{{ (step.sum | default(0)) + iter.n }}" }, set: { step.sum: "{{ output.data.sum }}" } }
          set: { ctx.total: "{{ step.sum | default('none') }}" }`;
    expect((await new TestEngine().run(workflow('sequential'))).ctx).toEqual({ total: 6 });
    expect((await new TestEngine().run(workflow('parallel'))).ctx).toEqual({ total: 'none' });
  });
});

describe('`iter.*`', () => {
  it('lives in one iteration', async () => {
    const state = await new TestEngine().run(`
      workflow:
        - step: a
          loop: { in: [1, 2], iterator: n }
          tool:
            - { name: one, kind: echo, input: { was: "{{ iter.mine | default('none') }}" }, set: { iter.mine: "{{ iter.n }}" } }
            - { name: two, kind: echo, input: { mine: "{{ iter.mine }}" } }`);
    expect(state.phase).toMatchObject({
      result: {
        data: [
          { one: { was: 'none' }, two: { mine: 1 } },
          { one: { was: 'none' }, two: { mine: 2 } },
        ],
      },
    });
  });

  it('is `iter.parent` in the playbook that an iteration calls, at any depth', async () => {
    const inner = textOf(`
      workflow:
        - step: show
          tool: { kind: echo, input: { up: "{{ iter.parent.page }}", upup: "{{ iter.parent.parent.shop.name }}" } }`);
    const middle = textOf(`
      workflow:
        - step: pages
          when: "{{ iter.parent.shop.pages > 0 }}"
          loop: { in: "{{ range(iter.parent.shop.pages) | list }}", iterator: page }
          tool: { kind: playbook, path: inner, input: { shop: "{{ iter.parent.shop.name }}", at: "{{ iter.parent.index }}" } }`);
    const test = new TestEngine({ playbooks: { inner, middle } });
    const state = await test.run(`
      workflow:
        - step: shops
          loop: { in: [{ name: a, pages: 2 }, { name: b, pages: 1 }], iterator: shop, spec: { mode: parallel } }
          tool: { kind: playbook, path: middle }`);
    expect(state.phase).toMatchObject({
      kind: 'completed',
      result: {
        data: [
          [
            { up: 0, upup: 'a' },
            { up: 1, upup: 'a' },
          ],
          [{ up: 0, upup: 'b' }],
        ],
      },
    });
  });
});
