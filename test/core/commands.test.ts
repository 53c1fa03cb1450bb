import { describe, expect, it } from 'vitest';
import { mappingOf } from '../../src/common/plain-value.ts';
import { decide } from '../../src/core/decide/decide.ts';
import type { ParkedOn } from '../../src/core/event.ts';
import { fold } from '../../src/core/fold/fold.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';

const run = (yaml: string) => new CoreRun(playbookFrom(yaml)).start();
const NOTHING = { result: { kind: 'none' }, ctx: mappingOf([]) } as const;

describe('retrying', () => {
  const retrying = (retry: string) => `
    workflow:
      - { step: a, tool: { kind: noop }, retry: ${retry}, next: b }
      - { step: b, tool: { kind: noop } }
  `;
  const command = (r: CoreRun) => {
    const active = r.state.steps.get('a')?.active;
    return active?.kind === 'plain' ? active.command : undefined;
  };

  it('executes max_attempts 3 three times: leased, retry, leased, retry, leased, dead', () => {
    const r = run(retrying('{ max_attempts: 3, initial_delay: 1.0, when: "{{ error != None }}" }'));
    const seen: string[] = [];
    for (let attempt = 1; attempt <= 3; attempt++) {
      const { commandId } = r.queue[0]!;
      r.send({ kind: 'started', commandId, attempt });
      seen.push(`leased ${command(r)?.attempts}`);
      r.fail('a');
      seen.push(command(r)?.status.kind === 'retry' ? `retry ${command(r)?.attempts}` : 'dead');
    }
    expect(seen).toEqual(['leased 1', 'retry 1', 'leased 2', 'retry 2', 'leased 3', 'dead']);
    expect(
      r.events('action_retry').map(({ attempt, maxAttempts, delay }) => [attempt, maxAttempts, delay]),
    ).toEqual([
      [1, 3, 1000],
      [2, 3, 1500],
    ]);
    expect(r.events('command.failed')).toMatchObject([{ attempt: 3 }]);
    expect(r.state.phase.kind).toBe('failed');
  });

  it('waits 2, 3, 4.5 and 6.75 seconds between five attempts', () => {
    const r = run(retrying('{ max_attempts: 5, initial_delay: 2 }'));
    for (let i = 0; i < 5; i++) r.fail('a');
    expect(r.events('action_retry').map(event => event.delay)).toEqual([2000, 3000, 4500, 6750]);
    expect(r.state.phase.kind).toBe('failed');
  });

  it('does not lease a retry before it is due', () => {
    const r = run(retrying('{ max_attempts: 2, initial_delay: 5s }'));
    r.now = 1000;
    r.fail('a');
    expect(r.queue).toMatchObject([{ attempt: 2, availableAt: 6000 }]);
  });

  it('lets stop_when win over when', () => {
    const r = run(
      retrying('{ max_attempts: 3, when: "{{ true }}", stop_when: "{{ error.kind == \'auth\' }}" }'),
    );
    expect(r.fail('a', { kind: 'auth' }).state.phase.kind).toBe('failed');
  });

  it('repeats a success where a condition asks for it, and keeps the last result when attempts are used up', () => {
    const r = run(retrying('{ max_attempts: 3, initial_delay: 1s, when: "{{ output.state == \'busy\' }}" }'));
    r.done('a', { state: 'busy' }).done('a', { state: 'busy' });
    expect(r.waiting()).toEqual(['a']);
    r.done('a', { state: 'busy' });
    expect(r.state.steps.get('a')?.result).toEqual({ kind: 'inline', data: { state: 'busy' } });
    expect(r.waiting()).toEqual(['b']);
  });

  it('without a retry a failing tool runs once', () => {
    const r = run('workflow:\n  - { step: a, tool: { kind: noop } }');
    expect(r.fail('a').events('action_retry')).toEqual([]);
    expect(r.state.phase.kind).toBe('failed');
  });
});

describe('a report', () => {
  const TWO =
    'workflow:\n  - { step: a, tool: { kind: noop }, retry: 2, next: b }\n  - { step: b, tool: { kind: noop } }';

  it('of a settled command, an older attempt or another execution is late and changes nothing', () => {
    const r = run(TWO);
    const { commandId } = r.queue[0]!;
    r.fail('a');
    const before = r.state;
    r.send({ kind: 'done', commandId, attempt: 1, outcome: NOTHING });
    expect(r.events('command.late')).toMatchObject([
      { reported: 'done', why: 'it speaks of attempt 1, and attempt 2 is due' },
    ]);
    expect(r.state.steps).toEqual(before.steps);
    r.done('a');
    r.send({ kind: 'failed', commandId, attempt: 2, error: { kind: 'x', message: 'x', retryable: false } });
    r.send({ kind: 'done', commandId: '9:a:1', attempt: 1, outcome: NOTHING });
    expect(
      r
        .events('command.late')
        .map(event => event.why)
        .slice(1),
    ).toEqual(['its run is over', 'no command of this execution has this id']);
    expect(r.waiting()).toEqual(['b']);
  });

  it('of a lost lease delivers the command again, three times, and then fails it', () => {
    const r = run('workflow:\n  - { step: a, tool: { kind: noop } }');
    for (let i = 1; i <= 3; i++) {
      const { commandId, attempt } = r.take('a');
      expect(attempt).toBe(1);
      r.send({ kind: 'started', commandId, attempt }, { kind: 'lease_lost', commandId });
    }
    const { commandId, attempt } = r.take('a');
    r.send({ kind: 'started', commandId, attempt }, { kind: 'lease_lost', commandId });
    expect(r.state.phase).toMatchObject({ kind: 'failed', error: { kind: 'lease_expired' } });
  });

  it('keeps the same command id over all attempts: it is the idempotency key', () => {
    const r = run(TWO);
    const first = r.queue[0]?.commandId;
    r.fail('a');
    expect(r.queue[0]?.commandId).toBe(first);
    expect(first).toMatch(/^1:a:\d+$/);
  });
});

describe('a parked command', () => {
  const WAITING =
    'workflow:\n  - { step: a, tool: { kind: noop }, next: b }\n  - { step: b, tool: { kind: noop } }';
  const signal = { kind: 'signal', name: 'go', deadline: 50, onDeadline: undefined } as const;
  const park = (r: CoreRun, waitsFor: ParkedOn) => {
    const { commandId, attempt } = r.take('a');
    r.send({ kind: 'parked', commandId, attempt, waitsFor });
    return commandId;
  };

  it('waits for its signal, which becomes its result', () => {
    const r = run(WAITING);
    park(r, signal);
    expect(r.state.phase.kind).toBe('in_progress');
    r.send({ kind: 'signal', name: 'go', data: { by: 'me' } });
    expect(r.state.steps.get('a')?.result).toEqual({ kind: 'inline', data: { by: 'me' } });
    expect(r.state.signals.size).toBe(0);
    expect(r.waiting()).toEqual(['b']);
  });

  it('does not wait for a signal that came before it', () => {
    const r = run(WAITING).send({ kind: 'signal', name: 'go', data: 1 });
    park(r, signal);
    expect(r.waiting()).toEqual(['b']);
  });

  it('fails at its deadline, or takes the default it was given', () => {
    const r = run(WAITING);
    r.send({ kind: 'deadline', commandId: park(r, signal) });
    expect(r.state.phase).toMatchObject({ kind: 'failed', error: { kind: 'timeout' } });
    const other = run(WAITING);
    other.send({
      kind: 'deadline',
      commandId: park(other, { ...signal, onDeadline: { kind: 'inline', data: 'no' } }),
    });
    expect(other.state.steps.get('a')?.result).toEqual({ kind: 'inline', data: 'no' });
  });

  it('is resumed by its child and fails with it', () => {
    const child = { kind: 'child', executionId: '7', path: 'child' } as const;
    const r = run(WAITING);
    const commandId = park(r, child);
    r.send({
      kind: 'done',
      commandId,
      attempt: 1,
      outcome: { result: { kind: 'inline', data: 3 }, ctx: mappingOf([]) },
    });
    expect(r.waiting()).toEqual(['b']);
    const other = run(WAITING);
    const id = park(other, child);
    other.send({
      kind: 'failed',
      commandId: id,
      attempt: 1,
      error: { kind: 'child', message: 'child failed', retryable: false },
    });
    expect(other.state.phase.kind).toBe('failed');
  });
});

describe('steering', () => {
  const TWO =
    'workflow:\n  - { step: a, tool: { kind: noop }, next: b }\n  - { step: b, tool: { kind: noop } }';

  it('cancels at once and for good: later results change nothing', () => {
    const r = run(TWO);
    const { commandId } = r.queue[0]!;
    r.send({ kind: 'cancel', reason: 'enough' });
    expect(r.state.phase).toMatchObject({ kind: 'cancelled', reason: 'enough' });
    expect(r.cancelled).toEqual([commandId]);
    r.send({ kind: 'done', commandId, attempt: 1, outcome: NOTHING }).send({ kind: 'cancel' });
    expect(r.log.filter(event => event.type.startsWith('playbook.'))).toHaveLength(1);
  });

  it('pauses before the next step and goes on when resumed', () => {
    const r = run(TWO).send({ kind: 'pause' });
    r.done('a');
    expect(r.waiting()).toEqual([]);
    expect(r.state.phase.kind).toBe('in_progress');
    expect(r.send({ kind: 'resume' }).waiting()).toEqual(['b']);
  });

  it('fails an execution whose time is up, and runs the final step', () => {
    const r = run(`
      executor: { spec: { final_step: notify } }
      workflow:
        - { step: a, tool: { kind: noop } }
        - { step: notify, tool: { kind: noop } }
    `);
    r.send({ kind: 'timeout' });
    expect(r.waiting()).toEqual(['notify']);
    expect(r.done('notify').state.phase).toMatchObject({ kind: 'failed', error: { kind: 'timeout' } });
  });

  it('starts an execution once', () => {
    const r = run(TWO);
    const events = r.log.length;
    expect(r.start().log).toHaveLength(events);
  });
});

describe('a condition that reads a stored result', () => {
  it('asks for it by its uri and decides when it is there', () => {
    const playbook = playbookFrom(`
      workflow:
        - step: a
          tool: { kind: noop }
          next: { arcs: [{ step: b, when: "{{ a.rows|length == 2 }}" }] }
        - { step: b, tool: { kind: noop } }
    `);
    const r = new CoreRun(playbook).start();
    const { commandId, attempt } = r.take('a');
    const ref = { uri: 'noetl://x', sha256: '', bytes: 9, extracted: mappingOf([]) };
    const done = {
      kind: 'done',
      commandId,
      attempt,
      outcome: { result: { kind: 'stored', ref }, ctx: mappingOf([]) },
    } as const;
    const options = { now: 0, allocateId: () => '500' };
    expect(decide(r.program, r.state, [done], options)).toEqual({ kind: 'needs', uri: 'noetl://x' });
    expect(r.state).toEqual(fold(r.log));
    r.loaded.set('noetl://x', mappingOf([['rows', [1, 2]]]));
    expect(r.send(done).waiting()).toEqual(['b']);
  });
});
