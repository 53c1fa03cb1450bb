import { describe, expect, it } from 'vitest';
import { EMPTY_MAPPING, mappingOf } from '../../src/common/plain-value.ts';
import { decide } from '../../src/core/decide/decide.ts';
import type { Event, SettledIteration, Unstamped } from '../../src/core/event.ts';
import { fold } from '../../src/core/fold/fold.ts';
import type { Failure, Result } from '../../src/core/result.ts';
import type { CommandState, LoopRun, State } from '../../src/core/state.ts';
import { CoreRun, show } from '../support/core-run.ts';
import { playbookOf } from '../support/playbook-of.ts';

const stamp = (events: readonly Unstamped[]): Event[] =>
  events.map((event, index) => ({ id: String(index + 1), at: index * 10, ...event }) as Event);
const stateOf = (...events: Unstamped[]): State => fold(stamp(events));
const inline = (data: number | string): Result => ({ kind: 'inline', data });
const error: Failure = { kind: 'x', message: 'x', retryable: false };

const START: Unstamped = {
  type: 'playbook_started',
  executionId: '1',
  catalogId: '2',
  path: 'p',
  version: '3',
  hash: 'h',
  workload: EMPTY_MAPPING,
  entry: 'a',
  parent: undefined,
  concurrency: undefined,
  rerunOf: undefined,
  skip: undefined,
};
const a = { step: 'a', run: 1 } as const;
const entry = { from: undefined, arc: -1, args: EMPTY_MAPPING } as const;
const enter = (run = 1, more = {}): Unstamped =>
  ({ type: 'step.enter', step: 'a', run, arrivals: [entry], loop: undefined, ...more }) as Unstamped;
const ofCommand = { ...a, commandId: '1:a:2', iteration: undefined } as const;
const issued: Unstamped = {
  type: 'command.issued',
  ...a,
  commandId: '1:a:2',
  window: undefined,
  maxAttempts: 3,
  owner: undefined,
};
const running = [START, enter(), issued];
const startedBy = (attempt: number): Unstamped => ({
  type: 'command.started',
  ...ofCommand,
  attempt,
  worker: 'w',
});
const completed = (result: Result): Unstamped => ({
  type: 'command.completed',
  ...ofCommand,
  attempt: 1,
  result,
});
const failed: Unstamped = { type: 'command.failed', ...ofCommand, attempt: 1, error };
const exit = (run: number, result: Result = { kind: 'none' }): Unstamped => ({
  type: 'step.exit',
  step: 'a',
  run,
  outcome: { status: 'COMPLETED', result },
});
const commandIn = (state: State): CommandState | undefined => {
  const active = state.steps.get('a')?.active;
  return active?.kind === 'plain' ? active.command : undefined;
};

describe('F1: after a terminal event', () => {
  it('nothing that is appended changes anything', () => {
    for (const end of [
      { type: 'playbook.completed', result: inline(1), leaves: {} },
      { type: 'playbook.failed', error, failedSteps: ['a'] },
      { type: 'playbook.cancelled', reason: 'enough' },
    ] as const) {
      const over = stateOf(...running, end);
      const later = stateOf(...running, end, completed(inline(1)), exit(1), {
        type: 'playbook.cancelled',
        reason: 'again',
      });
      expect(show(later)).toBe(show(over));
      expect(over.phase).toMatchObject({ at: 30 });
    }
  });
});

describe('F2: durable variables', () => {
  it('are the latest written, and each step remembers which completion wrote them', () => {
    const write = (step: string | undefined, gen: string, offset: number): Unstamped => ({
      type: 'ctx.updated',
      step,
      gen,
      values: mappingOf([['offset', offset]]),
    });
    const state = stateOf(
      START,
      { type: 'ctx.updated', step: 'start', gen: '100', values: mappingOf([['limit', 10]]) },
      write('check', '200', 10),
      write('check', '300', 20),
      write(undefined, 'api', 30),
    );
    expect(state.ctx).toEqual({ limit: 10, offset: 30 });
    expect([...state.ctxMarks]).toEqual([
      ['start', '100'],
      ['check', '300'],
    ]);
  });
});

describe('F3: entering a step', () => {
  const token = (target: string, arc: number) => ({ target, arc, args: EMPTY_MAPPING, back: false });
  const routed = (step: string, run: number, ...tokens: ReturnType<typeof token>[]): Unstamped => ({
    type: 'next.evaluated',
    step,
    run,
    mode: 'inclusive',
    arcs: [],
    tokens,
    failure: 'none',
    error: undefined,
    drained: false,
  });

  it('puts a forward token at the entry when the execution starts', () => {
    expect([...stateOf(START).tokens]).toEqual([['a', [{ ...entry, back: false }]]]);
  });

  it('consumes the arrivals it names and leaves the others waiting', () => {
    const waiting = stateOf(
      START,
      routed('s', 1, token('j', 0), token('j', 1)),
      routed('s', 2, token('j', 0)),
      {
        ...routed('t', 1, token('j', 0)),
      },
    );
    expect(waiting.tokens.get('j')).toHaveLength(4);
    const arrivals = [{ from: { step: 's', run: 1 }, arc: 0, args: EMPTY_MAPPING }];
    const left = fold(
      stamp([{ type: 'step.enter', step: 'j', run: 1, arrivals, loop: undefined }]),
      waiting,
    ).tokens.get('j');
    expect(left?.map(({ from, arc }) => `${from?.step}#${from?.run}.${arc}`)).toEqual([
      's#1.1',
      's#2.0',
      't#1.0',
    ]);
    const rest = [
      { from: { step: 's', run: 1 }, arc: 1, args: EMPTY_MAPPING },
      { from: { step: 's', run: 2 }, arc: 0, args: EMPTY_MAPPING },
      { from: { step: 't', run: 1 }, arc: 0, args: EMPTY_MAPPING },
    ];
    const all = stamp([
      { type: 'step.enter', step: 'j', run: 1, arrivals: [...arrivals, ...rest], loop: undefined },
    ]);
    expect(fold(all, waiting).tokens.has('j')).toBe(false);
  });

  it('keeps what arrived, and with which arguments', () => {
    const from = { step: 's', run: 2 };
    const args = mappingOf([['x', 1]]);
    const state = stateOf(START, enter(1, { arrivals: [{ from, arc: 0, args }] }));
    expect(state.steps.get('a')?.active).toMatchObject({
      args: { x: 1 },
      arrivals: [{ from, args: { x: 1 } }],
    });
  });

  it('without an arrival is the final step', () => {
    expect(stateOf(START, enter()).finalStepEntered).toBe(false);
    expect(stateOf(START, enter(1, { arrivals: [] })).finalStepEntered).toBe(true);
  });

  it('makes a step that seemed out of reach an ordinary one', () => {
    const unreached: Unstamped = { type: 'step.skipped', step: 'a', why: { reason: 'unreached' } };
    expect(stateOf(START, unreached).steps.get('a')).toMatchObject({ isUnreached: true, runs: 0 });
    expect(stateOf(START, unreached, enter()).steps.get('a')?.isUnreached).toBe(false);
  });
});

describe('F4: a skipped step', () => {
  it('is a run without a command that waits to be routed', () => {
    const state = stateOf(START, {
      type: 'step.skipped',
      step: 'a',
      why: { reason: 'guard', run: 1, arrivals: [entry] },
    });
    expect(state.tokens.size).toBe(0);
    expect(state.unrouted).toEqual([a]);
    expect(state.steps.get('a')?.last).toEqual({
      run: 1,
      outcome: 'skipped',
      error: undefined,
      stats: undefined,
      errors: [],
      attempts: 0,
      enteredAt: 10,
      settledAt: 10,
      exitId: '2',
      order: 1,
      isRouted: false,
    });
  });
});

describe('F5: the end of a run', () => {
  it('is kept with its outcome, times and attempts', () => {
    const state = stateOf(...running, startedBy(2), completed(inline(1)), exit(1, inline(1)));
    expect(state.active.size).toBe(0);
    expect(state.steps.get('a')?.last).toEqual({
      run: 1,
      outcome: 'completed',
      error: undefined,
      stats: undefined,
      errors: [],
      attempts: 2,
      enteredAt: 10,
      settledAt: 50,
      exitId: '6',
      order: 1,
      isRouted: false,
    });
  });

  it('counts only for the active run, and once', () => {
    const over = stateOf(...running, exit(1, inline(1)));
    expect(show(stateOf(...running, exit(1, inline(1)), exit(1, inline(2))))).toBe(show(over));
    const second = [...running, exit(1, inline(1)), enter(2)];
    expect(show(stateOf(...second, exit(1, inline(9))))).toBe(show(stateOf(...second)));
  });

  it('of a failed run keeps the error; an earlier result stays visible', () => {
    const outcome = { status: 'FAILED', error, result: { kind: 'none' } } as const;
    const state = stateOf(...running, exit(1, inline(1)), enter(2), {
      type: 'step.exit',
      step: 'a',
      run: 2,
      outcome,
    });
    expect(state.steps.get('a')).toMatchObject({
      last: { outcome: 'failed', error, order: 2, attempts: 0 },
      result: inline(1),
    });
  });
});

describe('F6: the routing of a run', () => {
  const routed = (step: string, run: number, more = {}): Unstamped =>
    ({
      type: 'next.evaluated',
      step,
      run,
      mode: 'exclusive',
      arcs: [],
      tokens: [],
      failure: 'none',
      error: undefined,
      drained: false,
      ...more,
    }) as Unstamped;

  it('is recorded for that run alone', () => {
    const two = [START, enter(), exit(1), enter(1, { step: 'b' }), { ...exit(1), step: 'b' } as Unstamped];
    const state = stateOf(...two, routed('a', 1));
    expect(state.unrouted).toEqual([{ step: 'b', run: 1 }]);
    expect(state.steps.get('a')?.last?.isRouted).toBe(true);
    expect(state.steps.get('b')?.last?.isRouted).toBe(false);
    const again = [START, enter(), exit(1), enter(2), exit(2)];
    const older = stateOf(...again, routed('a', 1));
    expect(older.unrouted).toEqual([{ step: 'a', run: 2 }]);
    expect(older.steps.get('a')?.last?.isRouted).toBe(false);
  });

  it('makes the execution fail only where a failure is fatal', () => {
    const ended = [START, enter(), exit(1)];
    expect(stateOf(...ended, routed('a', 1, { failure: 'fatal', error })).fatal).toEqual([
      { step: 'a', error },
    ]);
    expect(stateOf(...ended, routed('a', 1, { failure: 'handled', error })).fatal).toEqual([]);
  });
});

describe('a command', () => {
  it('F7: stays as it settled first', () => {
    const done = stateOf(...running, completed(inline(1)));
    expect(commandIn(done)?.status).toEqual({ kind: 'completed', result: inline(1) });
    for (const later of [failed, completed(inline(2)), startedBy(2)])
      expect(show(stateOf(...running, completed(inline(1)), later))).toBe(show(done));
    const broken = stateOf(...running, failed);
    expect(show(stateOf(...running, failed, completed(inline(1))))).toBe(show(broken));
    const cancelled: Unstamped = { type: 'command.cancelled', ...ofCommand, reason: 'r' };
    expect(commandIn(stateOf(...running, cancelled, startedBy(1)))?.status).toEqual({
      kind: 'cancelled',
      reason: 'r',
    });
  });

  it('F8: keeps what call.done carried', () => {
    const call: Unstamped = { type: 'call.done', ...ofCommand, result: inline('rich') };
    expect(commandIn(stateOf(...running, call, completed(inline('poor'))))?.status).toMatchObject({
      result: inline('rich'),
    });
    expect(commandIn(stateOf(...running, call))?.status.kind).toBe('issued');
  });

  it('F9: moves forward only', () => {
    const claimed: Unstamped = { type: 'command.claimed', ...ofCommand, worker: 'w' };
    expect(commandIn(stateOf(...running, claimed))?.status).toEqual({ kind: 'claimed', worker: 'w' });
    const begun = stateOf(...running, startedBy(1));
    expect(commandIn(begun)).toMatchObject({ attempts: 1, status: { kind: 'started', worker: 'w' } });
    expect(show(stateOf(...running, startedBy(1), claimed))).toBe(show(begun));
    expect(commandIn(stateOf(...running, startedBy(2), startedBy(1)))?.attempts).toBe(2);
  });

  it('that its process issued for itself is claimed at once', () => {
    const owned = { ...issued, owner: 'me' } as Unstamped;
    expect(commandIn(stateOf(START, enter(), owned))?.status).toEqual({ kind: 'claimed', worker: 'me' });
    expect(commandIn(stateOf(...running))?.status).toEqual({ kind: 'issued' });
  });

  it('F12: does not lose an attempt with its lease', () => {
    const expired: Unstamped = {
      type: 'command.lease_expired',
      ...ofCommand,
      redeliveries: 2,
      worker: undefined,
    };
    const unbegun = commandIn(stateOf(...running, expired));
    expect(unbegun).toMatchObject({ attempts: 0, redeliveries: 2, status: { kind: 'issued' } });
    expect(commandIn(stateOf(...running, startedBy(2), expired))?.attempts).toBe(1);
  });

  it('waits for its retry, but not for that of one of its tasks', () => {
    const retry = (task: string | undefined): Unstamped => ({
      type: 'action_retry',
      ...ofCommand,
      task,
      attempt: 1,
      maxAttempts: 3,
      delay: 5,
      availableAt: 99,
      error,
    });
    expect(commandIn(stateOf(...running, startedBy(1), retry(undefined)))).toMatchObject({
      attempts: 1,
      status: { kind: 'retry', availableAt: 99 },
    });
    expect(commandIn(stateOf(...running, startedBy(1), retry('one')))?.status.kind).toBe('started');
  });

  it('is not changed by what is said late, of an error that was reported, or of runs that are over', () => {
    const state = stateOf(...running);
    const late: Unstamped = { type: 'command.late', commandId: '1:a:2', reported: 'done', why: 'late' };
    const call: Unstamped = { type: 'call.error', ...ofCommand, attempt: 1, error };
    expect(show(stateOf(...running, late, call))).toBe(show(state));
    for (const run of [0, 2])
      expect(show(stateOf(...running, { ...(completed(inline(1)) as object), run } as Unstamped))).toBe(
        show(state),
      );
    const unknown = { ...(completed(inline(1)) as object), step: 'nowhere' } as Unstamped;
    expect(show(stateOf(...running, unknown, { ...(issued as object), step: 'x' } as Unstamped))).toBe(
      show(state),
    );
  });
});

describe('F11: a signal', () => {
  const signal = (name: string, data: string): Unstamped => ({ type: 'signal.received', name, data });
  const parked = (name: string): Unstamped => ({
    type: 'command.parked',
    ...ofCommand,
    waitsFor: { kind: 'signal', name, deadline: undefined, onDeadline: undefined },
  });

  it('is taken by the command that waited for it, the oldest first', () => {
    const sent = [...running, signal('go', '1'), signal('go', '2'), signal('stop', '3'), parked('go')];
    expect(stateOf(...sent).signals.get('go')).toEqual(['1', '2']);
    const once = stateOf(...sent, completed(inline('1')));
    expect([...once.signals]).toEqual([
      ['go', ['2']],
      ['stop', ['3']],
    ]);
    const last = stateOf(...running, signal('go', '1'), parked('go'), completed(inline('1')));
    expect([...last.signals]).toEqual([]);
  });

  it('is left alone by a command that waited for something else', () => {
    const child = { kind: 'child', executionId: '7', path: 'go', name: 'go' } as const;
    const waiting: Unstamped = { type: 'command.parked', ...ofCommand, waitsFor: child };
    const state = stateOf(...running, signal('go', '1'), waiting, completed(inline(1)));
    expect(state.signals.get('go')).toEqual(['1']);
  });
});

describe('F10: a loop', () => {
  const loop = (total: number) =>
    enter(1, { loop: { total, maxInFlight: undefined, items: inline(0) } }) as Unstamped;
  const window = (from: number, to: number) => ({ ...(issued as object), window: { from, to } }) as Unstamped;
  const settled = (index: number, more: Partial<SettledIteration> = {}): SettledIteration => ({
    index,
    attempt: 1,
    result: inline(index),
    error: undefined,
    ctx: EMPTY_MAPPING,
    ...more,
  });
  const done = (...indexes: number[]): Unstamped => ({
    type: 'iteration_completed',
    ...a,
    settled: indexes.map(index => settled(index)),
  });
  const broke = (...indexes: number[]): Unstamped => ({
    type: 'iteration_failed',
    ...a,
    settled: indexes.map(index => settled(index, { error, result: { kind: 'none' } })),
  });
  const runOf = (state: State) => state.steps.get('a')?.active as LoopRun;

  it('counts an iteration once, below and above the watermark', () => {
    const events = [START, loop(5), window(0, 5), done(2, 0)];
    const state = stateOf(...events);
    expect(runOf(state)).toMatchObject({ watermark: 1, success: 2, issued: 5 });
    expect(runOf(state).settledAbove).toEqual([[2, 3]]);
    expect([...runOf(state).open.keys()]).toEqual([1, 3, 4]);
    expect(show(stateOf(...events, done(0, 2), broke(0)))).toBe(show(state));
    expect(runOf(stateOf(...events, done(1)))).toMatchObject({ watermark: 3, success: 3 });
    expect(runOf(stateOf(...events, done(1))).settledAbove).toEqual([]);
  });

  it('stays small while one slow iteration holds the watermark back', () => {
    const some = Array.from({ length: 4999 }, (_, i) => i + 1).sort((x, y) => (x % 7) - (y % 7));
    const values = (index: number) => settled(index, { ctx: { last: index } });
    const late: Unstamped = { type: 'iteration_completed', ...a, settled: some.map(values) };
    const run = runOf(stateOf(START, loop(6000), window(0, 6000), late));
    expect(run).toMatchObject({ watermark: 0, success: 4999, settledAbove: [[1, 5000]] });
    expect([...run.ctx]).toEqual([['last', { index: 4999, value: 4999 }]]);
  });

  it('keeps results by index while it has a hundred or fewer', () => {
    expect(runOf(stateOf(START, loop(100), window(0, 100), done(99, 7))).results).toEqual(
      new Map([
        [99, inline(99)],
        [7, inline(7)],
      ]),
    );
    const large = [START, loop(101), window(0, 101), done(0)];
    expect(runOf(stateOf(...large)).results).toBeUndefined();
    expect(runOf(fold(stamp([done(1)]), stateOf(...large))).results).toBeUndefined();
  });

  it('keeps the first hundred errors and counts them all', () => {
    const all = Array.from({ length: 103 }, (_, index) => index);
    const run = runOf(stateOf(START, loop(103), window(0, 103), broke(...all)));
    expect(run.errors).toHaveLength(100);
    expect(run.errors[99]).toEqual({ index: 99, error });
    expect(run.failed).toBe(103);
  });

  it('keeps what iterations set, with the index', () => {
    const ctx = mappingOf([['x', 1]]);
    const run = runOf(
      stateOf(START, loop(2), window(0, 2), {
        type: 'iteration_completed',
        ...a,
        settled: [settled(1, { ctx }), settled(0)],
      }),
    );
    expect([...run.ctx]).toEqual([['x', { index: 1, value: 1 }]]);
  });

  it('ends with its statistics and errors, and without attempts of its own', () => {
    const last = stateOf(START, loop(4), window(0, 2), done(0), broke(1), exit(1)).steps.get('a')?.last;
    expect(last).toMatchObject({
      stats: { total: 4, success: 1, failed: 1, skipped: 2 },
      errors: [{ index: 1, error }],
      attempts: 0,
    });
    expect(stateOf(START, loop(1), done(0), exit(1)).steps.get('a')?.last?.errors).toEqual([]);
  });

  it('is not changed by what is said of other runs, of plain runs, or of the loop as a whole', () => {
    const events = [START, loop(3), window(0, 2)];
    const state = stateOf(...events);
    const other = (event: Unstamped, more: object) => ({ ...(event as object), ...more }) as Unstamped;
    const ignored = [
      other(done(0), { run: 2 }),
      other(done(0), { step: 'nowhere' }),
      other(window(2, 3), { run: 2 }),
      completed(inline(1)),
      other(completed(inline(1)), { iteration: 2 }),
    ];
    for (const event of ignored) expect(show(stateOf(...events, event))).toBe(show(state));
    expect(show(stateOf(...running, done(0)))).toBe(show(stateOf(...running)));
    expect(runOf(stateOf(...events, window(0, 1))).issued).toBe(2);
  });

  it('follows the command of one iteration', () => {
    const begun = (other: object) => ({ ...(startedBy(1) as object), ...other }) as Unstamped;
    const run = runOf(stateOf(START, loop(2), window(0, 2), begun({ iteration: 1 })));
    expect([...run.open.values()].map(({ status }) => status.kind)).toEqual(['issued', 'started']);
  });
});

describe('a state', () => {
  it('is not changed by the turn that was taken on it: a turn can be thrown away', () => {
    const run = new CoreRun(playbookOf('l:loop')).start(mappingOf([['items', [1, 2, 3]]]));
    const { commandId } = run.queue[0]!;
    const before = show(run.state);
    const report = {
      kind: 'done',
      commandId,
      attempt: 1,
      outcome: { result: inline(1), ctx: mappingOf([['x', 1]]) },
    } as const;
    const take = () => decide(run.program, run.state, [report], { now: 0, allocateId: () => '900' });
    const first = take();
    expect(show(run.state)).toBe(before);
    expect(JSON.stringify(take())).toBe(JSON.stringify(first));
  });

  it('copies a loop once per turn, however many iterations settle in it', () => {
    const items = Array.from({ length: 4 }, (_, index) => index);
    const run = new CoreRun(playbookOf('l:loop')).start(mappingOf([['items', items]]));
    const before = run.state.steps.get('l')?.active;
    run.done('l');
    const after = run.state.steps.get('l')?.active;
    expect(before).toMatchObject({ success: 0, watermark: 0 });
    expect(after).toMatchObject({ success: 1, watermark: 1 });
    expect((before as LoopRun).results?.size).toBe(0);
    expect((before as LoopRun).open.has(0)).toBe(true);
  });
});
