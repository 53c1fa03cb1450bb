import { describe, expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import type { Event, ParkedOn } from '../../src/core/event.ts';
import { explain } from '../../src/core/explain.ts';
import type { Playbook } from '../../src/playbook/model.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';
import { playbookOf } from '../support/playbook-of.ts';

const TWO = playbookFrom(`
  workflow:
    - { step: a, tool: { kind: noop }, retry: { max_attempts: 3, initial_delay: 2s }, next: b }
    - { step: b, tool: { kind: noop } }
`);
const LOOP = playbookFrom(`
  workload: { items: [x, y] }
  workflow:
    - step: each
      loop: { in: "{{ workload.items }}", iterator: item, spec: { mode: parallel } }
      tool: { kind: noop }
      next: { spec: { mode: inclusive }, arcs: [{ step: after }, { step: end }] }
    - { step: after, tool: { kind: noop } }
`);
const started = (playbook: Playbook) => new CoreRun(playbook).start();
const of = (playbook: Playbook, run: CoreRun) => explain(playbook, run.log);
/** The log up to the first event that `isLast` holds for: what a process that died there has left. */
const upTo = (run: CoreRun, isLast: (event: Event) => boolean) =>
  run.log.slice(0, run.log.findIndex(isLast) + 1);

describe('the status of an execution', () => {
  it('is pending before it starts', () => {
    expect(explain(TWO, [])).toEqual({
      status: 'PENDING',
      waiting_for: [],
      last_decision: undefined,
      steps: [
        { step: 'a', run: 0, state: 'pending', rule: 'S5' },
        { step: 'b', run: 0, state: 'pending', rule: 'S5' },
      ],
    });
  });

  it('is running, or paused while it is held', () => {
    const run = started(TWO);
    expect(of(TWO, run).status).toBe('RUNNING');
    run.send({ kind: 'pause' });
    expect(of(TWO, run).status).toBe('PAUSED');
    expect(of(TWO, run).waiting_for[0]).toBe('somebody to resume it: the execution is paused');
  });

  it('is that of its end, also for a step at which something had arrived before it', () => {
    const playbook = playbookFrom(`
      workflow:
        - { step: start, next: [a, b] }
        - { step: a, tool: { kind: noop }, next: { arcs: [{ step: repair, on: failure }] } }
        - { step: b, tool: { kind: noop }, next: { arcs: [{ step: c }] } }
        - { step: c, tool: { kind: noop }, next: { arcs: [{ step: repair, on: failure }] } }
        - { step: repair, tool: { kind: noop } }
    `);
    const repair = (run: CoreRun) => of(playbook, run).steps.find(({ step }) => step === 'repair');
    const waiting = started(playbook).fail('a');
    expect(repair(waiting)).toEqual({ step: 'repair', run: 1, state: 'waiting', rule: 'R2' });
    expect(repair(waiting.fail('b'))).toEqual({ step: 'repair', run: 0, state: 'not started', rule: 'X2' });
    const cancelled = started(playbook).fail('a').send({ kind: 'cancel' });
    expect(repair(cancelled)).toMatchObject({ state: 'not started', rule: 'E2' });
  });

  it('is that of its end, and then nothing is waited for', () => {
    const completed = started(TWO).done('a').done('b');
    expect(of(TWO, completed)).toMatchObject({ status: 'COMPLETED', waiting_for: [] });
    const plain = playbookFrom('workflow:\n  - { step: a, tool: { kind: noop } }');
    expect(of(plain, started(plain).fail('a'))).toMatchObject({ status: 'FAILED', waiting_for: [] });
    expect(of(TWO, started(TWO).send({ kind: 'cancel' }))).toMatchObject({
      status: 'CANCELLED',
      waiting_for: [],
    });
  });
});

describe('what an execution waits for', () => {
  it('follows its command: a worker, its start, its end, its next attempt', () => {
    const run = started(TWO);
    const { commandId } = run.queue[0]!;
    expect(of(TWO, run).waiting_for).toEqual([
      'a worker of the pool shared to take step a (`noetl worker --pool shared` is one)',
    ]);
    run.send({ kind: 'claimed', commandId, worker: 'w1' });
    expect(of(TWO, run).waiting_for).toEqual([expect.stringMatching(/step a.*w1|w1.*step a/)]);
    run.send({ kind: 'started', commandId, attempt: 1 });
    expect(of(TWO, run).waiting_for).toEqual(['step a, which is running (attempt 1 of 3)']);
    run.fail('a');
    expect(of(TWO, run).waiting_for).toEqual(['attempt 2 of 3 of step a, due at 1970-01-01T00:00:02.000Z']);
    run.send({ kind: 'started', commandId, attempt: 2, worker: 'w2' });
    expect(of(TWO, run).waiting_for).toEqual(['step a, which is running on w2 (attempt 2 of 3)']);
  });

  it('is named where a command is parked, with its deadline if it has one', () => {
    const parked = (waitsFor: ParkedOn) => {
      const run = started(TWO);
      const { commandId, attempt } = run.take('a');
      run.send({ kind: 'parked', commandId, attempt, waitsFor });
      return of(TWO, run).waiting_for;
    };
    const minute = '1970-01-01T00:01:00.000Z';
    expect(parked({ kind: 'child', executionId: '7', path: 'lib/x' })).toEqual([
      'the playbook lib/x (execution 7), which step a waits for',
    ]);
    const signal = { kind: 'signal', name: 'go', onDeadline: undefined } as const;
    expect(parked({ ...signal, deadline: 60_000 })).toEqual([
      `the signal go until ${minute}, which step a waits for`,
    ]);
    expect(parked({ ...signal, deadline: undefined })).toEqual(['the signal go, which step a waits for']);
    expect(parked({ kind: 'time', until: 60_000 })).toEqual([`${minute}, which step a waits for`]);
    expect(parked({ kind: 'callback', deadline: 60_000 })).toEqual([
      `a callback until ${minute}, which step a waits for`,
    ]);
  });

  it('is each iteration that is under way', () => {
    expect(of(LOOP, started(LOOP)).waiting_for).toEqual([
      'a worker of the pool shared to take iteration 0 of step each (`noetl worker --pool shared` is one)',
      'a worker of the pool shared to take iteration 1 of step each (`noetl worker --pool shared` is one)',
    ]);
  });

  it('is the completion of a loop whose iterations have all settled: the log that was stuck', () => {
    const run = started(LOOP).done('each', 1).fail('each');
    const stuck = upTo(run, event => event.type === 'iteration_failed');
    expect(explain(LOOP, stuck).waiting_for).toEqual([
      'the completion of the loop each: all 2 iterations are settled, but its step.exit is missing, and then after, end',
    ]);
  });

  it('names no way onwards for a loop that has none', () => {
    const playbook = playbookFrom(`
      workflow:
        - { step: each, loop: { in: [1], iterator: item }, tool: { kind: noop } }
    `);
    const run = started(playbook).done('each');
    const stuck = upTo(run, event => event.type === 'iteration_completed');
    expect(explain(playbook, stuck).waiting_for[0]).toMatch(/its step\.exit is missing$/);
  });

  it('is what was never issued: a command, or iterations', () => {
    const entered = upTo(started(TWO), event => event.type === 'step.enter');
    expect(explain(TWO, entered).waiting_for).toEqual(['the command of step a, which was never issued']);
    const looping = upTo(started(LOOP), event => event.type === 'iterator_started');
    expect(explain(LOOP, looping).waiting_for).toEqual([
      '2 of 2 iterations of step each, which were never issued',
    ]);
    const three = playbookFrom(`
      workflow:
        - { step: each, loop: { in: [1, 2, 3], iterator: item }, tool: { kind: noop } }
    `);
    const first = upTo(started(three).done('each'), event => event.type === 'iteration_completed');
    expect(explain(three, first).waiting_for).toEqual([
      '2 of 3 iterations of step each, which were never issued',
    ]);
  });

  it('is the next turn where a process stopped between two events', () => {
    const run = started(TWO).done('a').done('b');
    const stoppedAt = (type: Event['type']) =>
      explain(
        TWO,
        upTo(run, event => event.type === type),
      ).waiting_for;
    expect(stoppedAt('command.completed')).toEqual([
      'the end of step a, whose command is completed: nobody has advanced the execution since',
    ]);
    expect(stoppedAt('step.exit')).toEqual([
      'the routing of a (run 1), which has ended: nobody has advanced the execution since',
    ]);
    expect(stoppedAt('next.evaluated')).toEqual(['step b to start']);
    expect(stoppedAt('workflow_completed')).toEqual([
      'nothing: everything has ended and the execution can be closed by its next turn',
    ]);
  });

  it('is what a join still waits for, by R2', () => {
    const playbook = playbookOf('s all[a b c]; a one[j]; b one[j]; c one[k]; j one[k]; k');
    const run = started(playbook).done('s').done('a');
    const { waiting_for, steps } = of(playbook, run);
    expect(waiting_for).toContain('step j, which waits for b (R2)');
    expect(steps.find(({ step }) => step === 'j')).toEqual({
      step: 'j',
      run: 1,
      state: 'waiting',
      rule: 'R2',
    });
    run.done('c');
    expect(of(playbook, run).waiting_for).toContain('step k, which waits for b, j (R2)');
  });

  it('is its own active run, where a step has more arrivals than it may start runs', () => {
    const playbook = playbookOf('f all[p f?]; p');
    const run = started({
      ...playbook,
      workflow: playbook.workflow.map(step => ({
        ...step,
        next: {
          ...step.next,
          arcs: step.next.arcs.map(arc => ({ ...arc, fires: { kind: 'always' } as const })),
        },
      })),
    });
    run.done('f').done('f');
    const { waiting_for, steps } = of(playbook, run);
    expect(waiting_for).toContain('step p, which waits for its active run (R0)');
    expect(steps[1]).toMatchObject({ step: 'p', run: 1, state: 'issued', rule: 'S4' });
  });
});

describe('the next turn of a loop', () => {
  it('waits for what is still under way inside it, by R3', () => {
    const playbook = playbookOf('h all[a b]; a one[h]; b one[h]');
    const run = started(playbook).done('h').done('a');
    const { waiting_for, steps } = of(playbook, run);
    expect(waiting_for).toContain('step h, which waits for b (R3)');
    expect(steps[0]).toEqual({ step: 'h', run: 2, state: 'waiting', rule: 'R3' });
  });
});

describe('the last decision', () => {
  it('lists the arcs and why each was taken or not (N5), or that none was (N4)', () => {
    const playbook = playbookFrom(`
      workflow:
        - step: a
          tool: { kind: noop }
          next: { arcs: [{ step: b, when: "{{ output.go }}" }, { step: c, when: "{{ output.stop }}" }] }
        - { step: b, tool: { kind: noop } }
        - { step: c, tool: { kind: noop } }
    `);
    const run = started(playbook).done('a', { go: true });
    expect(of(playbook, run).last_decision).toEqual({
      step: 'a',
      run: 1,
      rule: 'N5',
      arcs: [
        { target: 'b', matched: true, why: 'its condition holds' },
        { target: 'c', matched: false, why: 'an earlier arc matched' },
      ],
    });
    expect(of(playbook, run.done('b')).last_decision).toMatchObject({ step: 'b', rule: 'N4', arcs: [] });
  });

  it('says that a failure was tolerated (N3), or that nothing is followed any more (N2)', () => {
    const tolerant = playbookOf('a~ one[b]; b');
    expect(of(tolerant, started(tolerant).fail('a')).last_decision).toMatchObject({ step: 'a', rule: 'N3' });
    const failing = playbookOf('s all[a b]; a; b');
    const run = started(failing).done('s').fail('a');
    expect(of(failing, run).last_decision).toMatchObject({ step: 'b', rule: 'N2' });
  });
});

describe('a step', () => {
  it('is explained by the rule that put it where it is', () => {
    const playbook = playbookFrom(`
      workflow:
        - { step: s, next: { arcs: [{ step: guarded, when: "{{ not missing }}" }, { step: other }] } }
        - { step: guarded, when: "{{ false }}", tool: { kind: noop }, next: each }
        - { step: other, tool: { kind: noop } }
        - step: each
          loop: { in: [1, 2, 3], iterator: i, spec: { mode: parallel, on_error: continue } }
          tool: { kind: noop }
          next: last
        - { step: last, tool: { kind: noop } }
    `);
    const run = started(playbook).done('each').fail('each');
    expect(of(playbook, run).steps).toEqual([
      { step: 's', run: 1, state: 'completed', rule: 'F5' },
      { step: 'guarded', run: 1, state: 'skipped', rule: 'F4' },
      { step: 'other', run: 0, state: 'skipped', rule: 'S3' },
      { step: 'each', run: 1, state: 'running: 2 of 3 iterations settled', rule: 'L6' },
      { step: 'last', run: 0, state: 'pending', rule: 'S5' },
    ]);
  });

  it('shows the state of its command, or that it has none yet', () => {
    const run = started(TWO);
    const entered = upTo(run, event => event.type === 'step.enter');
    expect(explain(TWO, entered).steps[0]).toEqual({ step: 'a', run: 1, state: 'entered', rule: 'S4' });
    expect(of(TWO, run).steps[0]).toEqual({ step: 'a', run: 1, state: 'issued', rule: 'S4' });
  });

  it('that may start waits by R1, as its next run', () => {
    const playbook = playbookOf('a one[a?]; b');
    const asking = {
      ...playbook,
      workflow: playbook.workflow.map(step => ({
        ...step,
        next: {
          ...step.next,
          arcs: step.next.arcs.map(arc => ({
            ...arc,
            fires: { kind: 'when', when: { condition: 'ctx.again' } } as const,
          })),
        },
      })),
    };
    const run = started(asking).send({ kind: 'set_ctx', values: mappingOf([['again', true]]) });
    run.send({ kind: 'pause' }).done('a');
    const { steps, waiting_for } = of(asking, run);
    expect(steps[0]).toEqual({ step: 'a', run: 2, state: 'waiting', rule: 'R1' });
    expect(waiting_for).toEqual(['somebody to resume it: the execution is paused', 'step a to start']);
  });
});
