import { describe, expect, it } from 'vitest';
import { MAX_RECEIPTS } from '../../src/core/fold/received.ts';
import { readTold } from '../../src/core/ingest/read-told.ts';
import { CoreRun } from '../support/core-run.ts';
import { playbookFrom } from '../support/load-playbook.ts';

const TWO = `
  workflow:
    - { step: a, tool: { kind: noop }, next: b }
    - { step: b, tool: { kind: noop } }
`;

class Execution extends CoreRun {
  #told = 0;

  constructor(yaml = TWO) {
    super(playbookFrom(yaml));
    this.start();
  }

  tell(...events: Readonly<Record<string, unknown>>[]): this {
    const to = () => ({ executionId: '1', at: 0, key: { text: `own ${this.#told++}`, once: false } });
    return this.send(...events.map(event => readTold(event, to()).told));
  }

  get id(): string {
    return this.queue[0]!.commandId;
  }

  resultOf(step: string) {
    const result = this.state.steps.get(step)?.result;
    return result?.kind === 'inline' ? result.data : result?.kind;
  }

  late() {
    return this.log.flatMap(event => ('late' in event && event.late !== undefined ? [event.late] : []));
  }
}

const about = (name: string, command_id: string, more = {}) => ({ name, meta: { command_id }, ...more });

describe('C11: what is told of a command', () => {
  it('completes it: data first, then the end, then the end again in the words of steps', () => {
    const e = new Execution();
    const { id } = e;
    e.tell(
      about('call.done', id, { payload: { rows: 3 } }),
      about('command.completed', id, { payload: { status: 'ok' } }),
      about('step.exit', id, { status: 'COMPLETED' }),
    );
    expect(e.resultOf('a')).toEqual({ rows: 3 });
    // Whoever has it stops.
    expect([e.waiting(), e.cancelled]).toEqual([['b'], [id]]);
    expect(e.events('report.received').map(({ name }) => name)).toEqual([
      'call.done',
      'command.completed',
      'step.exit',
    ]);
    expect(e.events('command.late')).toEqual([]);
  });

  it('does not end it by data alone', () => {
    const e = new Execution();
    e.tell(about('action_done', e.id, { payload: { rows: 3 } }));
    expect(e.state.active).toEqual(new Set(['a']));
    expect(e.done('a', 'mine').resultOf('a')).toBe('mine');
  });

  it.each(['command.completed', 'action_completed', 'step.exit', 'step_completed'])('ends it by %s', name => {
    const e = new Execution();
    expect(e.tell(about(name, e.id, { result: { n: 1 } })).resultOf('a')).toEqual({ n: 1 });
  });

  it.each([
    ['command.failed', { error: 'no' }],
    ['step_failed', { payload: { error: { message: 'no', kind: 'auth' } } }],
    ['command.completed', { status: 'error', error: 'no' }],
  ])('fails it by %s', (name, more) => {
    const e = new Execution();
    expect(e.tell(about(name, e.id, more)).state.phase).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining('no') },
    });
  });

  it('may name the step instead of the command, and the iteration in any of its spellings', () => {
    const plain = new Execution();
    expect(plain.tell({ name: 'command.completed', step: 'a', payload: { n: 1 } }).resultOf('a')).toEqual({
      n: 1,
    });
    const loop = new Execution(
      TWO.replace('tool:', 'loop: { in: [x, y], iterator: i, spec: { mode: parallel } }, tool:'),
    );
    loop.tell(
      { name: 'command.completed', node_name: 'a_iter_1', payload: { n: 1 } },
      { name: 'command.completed', step: 'a', meta: { iteration_index: 0 }, payload: { n: 0 } },
    );
    expect(loop.resultOf('a')).toEqual([{ n: 0 }, { n: 1 }]);
  });

  it('starts it, and keeps it from others who claim it', () => {
    const e = new Execution();
    const { id } = e;
    e.tell(
      about('command.claimed', id, { worker_id: 'w1' }),
      about('command.claimed', id, { worker_id: 'w1' }),
    );
    e.tell(
      about('command.claimed', id, { worker_id: 'w2' }),
      about('command.started', id, { worker_id: 'w1' }),
    );
    e.tell(about('command.heartbeat', id));
    expect(e.late()).toEqual(['it is taken by w1']);
    expect(e.events('command.started')).toMatchObject([{ worker: 'w1', attempt: 1 }]);
    expect(e.events('command.heartbeat')).toEqual([]);
  });

  it('parks it if its result is said to come by a callback, and then the data is the end', () => {
    const e = new Execution();
    const { id } = e;
    e.tell(about('command.completed', id, { payload: { job: 4, pending_callback: true } }));
    expect(e.events('command.parked')).toMatchObject([
      { waitsFor: { kind: 'callback', deadline: undefined } },
    ]);
    e.tell(about('command.completed', id, { payload: { pending_callback: true } }));
    expect(e.late()).toEqual(['it waits already']);
    e.tell(about('call.done', id, { payload: { ready: true } }));
    expect(e.resultOf('a')).toEqual({ ready: true });
    const failing = new Execution();
    const other = failing.id;
    failing.tell(about('command.completed', other, { meta: { command_id: other, pending_callback: true } }));
    expect(failing.tell(about('command.failed', other, { error: 'gone' })).state.phase.kind).toBe('failed');
  });

  it('is late if the command is settled, the attempt another one, the step not under way', () => {
    const e = new Execution();
    const { id } = e;
    e.tell(about('command.completed', id, { attempt: 2 }));
    e.done('a');
    e.tell(about('command.failed', id, { error: 'late' }), {
      name: 'call.done',
      step: 'a',
      payload: { n: 1 },
    });
    expect(e.late()).toEqual([
      'it speaks of attempt 2, and attempt 1 is due',
      'its run is over',
      'its step has no command that is under way',
    ]);
    expect(e.events('command.late').map(({ reported }) => reported)).toEqual(['done', 'failed']);
    expect(e.waiting()).toEqual(['b']);
  });
});

describe('C11: what is told in other words', () => {
  it('is recorded and changes nothing, also after the end', () => {
    const e = new Execution();
    e.tell({ name: 'customer.created', step: 'a', payload: { status: 'gold' } });
    e.done('a').done('b');
    e.tell({ type: 'customer.created', data: [1] }, { event_type: 'step_started', node_name: 'b' });
    expect(e.events('event.received').map(({ name, result }) => [name, result])).toEqual([
      ['customer.created', { kind: 'inline', data: { status: 'gold' } }],
      ['customer.created', { kind: 'inline', data: { data: [1] } }],
    ]);
    expect(e.state.phase.kind).toBe('completed');
  });

  it('counts once per id, the latest ones of them, also after the end', () => {
    const e = new Execution();
    const event = { name: 'customer.created', event_id: 'x' };
    e.tell(event).tell(event, event);
    expect(e.events('event.received')).toHaveLength(1);
    expect(e.state.received?.get('x')).toEqual({ eventId: e.events('event.received')[0]?.id, isLate: false });
    e.done('a')
      .done('b')
      .tell(event, { ...event, event_id: 'y' })
      .tell({ ...event, event_id: 'y' });
    expect(e.events('event.received')).toHaveLength(2);
    e.tell(...Array.from({ length: MAX_RECEIPTS }, (_, n) => ({ ...event, event_id: n })));
    expect(e.state.received?.size).toBe(MAX_RECEIPTS);
    expect(e.tell(event).events('event.received')).toHaveLength(3 + MAX_RECEIPTS);
  });
});
