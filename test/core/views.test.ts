import { describe, expect, it } from 'vitest';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';

describe('what a decision reads of a result', () => {
  it('is what templates see of it: the fields of a pipeline, with and without labels', () => {
    const playbook = playbookFrom(`
      workflow:
        - step: piped
          tool:
            - { name: one, kind: noop }
            - { name: two, kind: noop }
          set: { ctx.own: "{{ piped.v }}", ctx.labelled: "{{ output.one.v }}" }
          next:
            arcs:
              - { step: wrong, when: "{{ output.v == 1 }}" }
              - { step: right, when: "{{ output.data.v == 2 and result.v == 2 and piped.two.data.v == 2 }}" }
        - { step: wrong, tool: { kind: noop } }
        - { step: right, tool: { kind: noop } }
    `);
    const run = new CoreRun(playbook).start();
    run.done('piped', { __pipeline: ['one', 'two'], one: { v: 1 }, two: { v: 2 } });
    expect(run.waiting()).toEqual(['right']);
    expect(run.state.ctx).toEqual({ own: 2, labelled: 1 });
  });

  it('goes into the log as data: a variable does not follow the step it was read from', () => {
    const playbook = playbookFrom(`
      workflow:
        - step: again
          tool: { kind: noop }
          set: { ctx.all: "{{ steps }}", ctx.first: "{{ ctx.first | default(again) }}" }
          next:
            arcs:
              - { step: again, when: "{{ output.n < 2 }}" }
    `);
    const run = new CoreRun(playbook).start();
    run.done('again', { n: 1 });
    run.done('again', { n: 2 });
    expect(run.state.ctx.first).toEqual({ n: 1 });
    expect(JSON.parse(JSON.stringify(run.events('ctx.updated')[0]?.values))).toMatchObject({
      all: { again: { status: 'RUNNING', run: 1 } },
    });
  });
});
