import { describe, expect, it } from 'vitest';
import { WatchedCoreRun } from '../../../../test/support/watched-core-run.ts';
import { paintLine } from '../../output/line.ts';
import { createPaint } from '../../output/paint.ts';
import { textWidth } from '../../output/text-width.ts';
import { LogTail } from './log-tail.ts';
import { type FrameSize, renderFinalFrame, renderFrame } from './render-frame.ts';
import { RunView } from './run-view.ts';

const PLAIN = createPaint(false);

function frame(
  run: WatchedCoreRun,
  size: Partial<FrameSize> = {},
  tail = new LogTail(),
  notice?: string,
): string {
  const lines = renderFrame(run.view, tail, notice, run.now, { width: 100, height: 24, ...size });
  return lines.map(line => paintLine(line, PLAIN).trimEnd()).join('\n');
}

const finalFrame = (run: WatchedCoreRun): string =>
  renderFinalFrame(run.view, run.now, 100)
    .map(line => paintLine(line, PLAIN).trimEnd())
    .join('\n');

const SYNC = `
workflow:
  - { step: list, tool: { kind: noop }, next: [fetch, check] }
  - { step: fetch, loop: { in: "{{ range(1000) | list }}", iterator: n, spec: { mode: parallel, on_error: continue } }, tool: { kind: noop }, next: report }
  - { step: check, tool: { kind: noop }, retry: { max_attempts: 5, initial_delay: 3s }, next: report }
  - { step: report, tool: { kind: noop } }`;

describe('the picture of a run', () => {
  it('shows what runs, for how long, and what is to come', () => {
    const run = new WatchedCoreRun(SYNC).start().started('list').after(1250);
    expect(frame(run)).toBe(
      ['⠴ p  1.2 s  execution 1', '⠴ list    1.2 s', '· fetch', '· check', '· report'].join('\n'),
    );
  });

  it('shows how far a loop is, its failures, its rate and the time that is left', () => {
    const run = new WatchedCoreRun(SYNC).start().after(100).done('list');
    for (let index = 0; index < 20; index++) run.after(100).done('fetch', null, index);
    run.fail('fetch', {}, 20).fail('fetch', {}, 21);
    expect(frame(run).split('\n')[2]).toBe(
      '⠦ fetch   2.0 s     ▕▍                   ▏ 22/1000 · 2 failed · 11/s · 1m 29s left',
    );
  });

  it('says which worker a step waits for', () => {
    const run = new WatchedCoreRun(`
workflow:
  - { step: train, spec: { pool: gpu }, tool: { kind: noop } }`)
      .start()
      .after(1000);
    expect(frame(run).split('\n')[1]).toBe('… train  1.0 s     waits for a worker (noetl worker --pool gpu)');
    run.send({ kind: 'claimed', commandId: run.queue[0]?.commandId ?? '', worker: 'worker:w' });
    expect(frame(run).split('\n')[1]).toBe('⠹ train  1.0 s');
  });

  it('promises no end of a loop that is still claiming its rows', () => {
    const run = new WatchedCoreRun(`
workflow:
  - { step: rows, loop: { cursor: { kind: table, claim: x }, iterator: row, spec: { frame: { max_rows: 3 } } }, tool: { kind: noop } }`)
      .start()
      .done('rows', [1, 2, 3])
      .after(1000)
      .done('rows');
    expect(frame(run).split('\n')[1]).toBe('⠹ rows  1.0 s     1 of 3 claimed · 1.0/s');
    run.done('rows').done('rows').done('rows', []);
    expect(finalFrame(run)).toContain('✓ rows  1.0 s     3 items');
  });

  it('gives up the bar where the terminal is narrow, and cuts what does not fit', () => {
    const run = new WatchedCoreRun(SYNC).start().done('list').after(1000).done('fetch', null, 0);
    expect(frame(run, { width: 46 }).split('\n')[2]).toBe('⠹ fetch   1.0 s     1/1000 · 1.0/s · 16m 39s …');
    for (const line of frame(run, { width: 20 }).split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(20);
  });

  it('counts down to the next attempt and says why the last one failed', () => {
    const run = new WatchedCoreRun(SYNC).start().done('list').started('check').after(500);
    run.fail('check', { message: 'connection refused\nat port 5432' }).after(800);
    expect(frame(run)).toContain(
      '↻ check   1.3 s     attempt 1 of 5 failed, again in 3s  connection refused\n',
    );
    run.after(2200).started('check');
    expect(frame(run)).toContain('check   3.5 s     attempt 2 of 5\n');
  });

  it('says what a parked command waits for, until when, and how to wake it', () => {
    const run = new WatchedCoreRun('workflow: [{ step: approve, tool: { kind: noop } }]').start();
    const { commandId } = run.take('approve');
    const waitsFor = { kind: 'signal', name: 'go', deadline: 90_000, onDeadline: undefined } as const;
    run.send({ kind: 'parked', commandId, attempt: 1, waitsFor }).after(30_000);
    expect(frame(run).split('\n')[1]).toBe(
      "… approve  30.0 s    waits for the signal 'go' until 00:01:30Z (1m 00s)  noetl signal 1 go",
    );
  });

  it('says how to answer for what calls back, where it is recorded', () => {
    const view = new RunView('1', ' --remote');
    const run = new WatchedCoreRun('workflow: [{ step: render, tool: { kind: noop } }]', view).start();
    const { commandId } = run.take('render');
    const waitsFor = { kind: 'callback', deadline: undefined } as const;
    run.send({ kind: 'parked', commandId, attempt: 1, waitsFor }).after(30_000);
    expect(frame(run).split('\n')[1]).toBe(
      '… render  30.0 s    waits for a callback  noetl callback 1 render --remote',
    );
  });

  it('counts pages that a command reports', () => {
    const run = new WatchedCoreRun('workflow: [{ step: pages, tool: { kind: noop } }]')
      .start()
      .started('pages');
    const { commandId } = run.take('pages');
    run.send({ kind: 'heartbeat', commandId, attempt: 1, checkpoint: { page: 7 } }).after(2000);
    expect(frame(run).split('\n')[1]).toBe('⠴ pages  2.0 s     page 8');
  });

  it('shows the playbook that a step waits for below it, and forgets it when it has ended well', () => {
    const run = new WatchedCoreRun('workflow: [{ step: prices, tool: { kind: noop } }]').start();
    const { commandId } = run.take('prices');
    run.send({
      kind: 'parked',
      commandId,
      attempt: 1,
      waitsFor: { kind: 'child', executionId: '9', path: 'lib/x' },
    });
    const child = new WatchedCoreRun(
      'workflow: [{ step: get, tool: { kind: noop }, next: put }, { step: put, tool: { kind: noop } }]',
      run.view,
    );
    const parent = {
      executionId: '1',
      commandId,
      attempt: 1,
      resultStep: undefined,
      depth: 1,
      heldKeys: undefined,
    };
    child.send({
      kind: 'start',
      executionId: '9',
      catalogId: '2',
      path: 'lib/x',
      version: '1',
      payload: {},
      parent,
    });
    child.done('get');
    expect(frame(run)).toBe(
      [
        '⠋ p  0 ms  execution 1',
        '⠋ prices  0 ms      runs playbook lib/x',
        '  ✓ get  0 ms',
        '  ⠋ put  0 ms',
      ].join('\n'),
    );
    child.done('put');
    expect(frame(run).split('\n')).toHaveLength(2);
  });

  it('keeps what runs where there are more steps than rows, and counts the others', () => {
    const steps = Array.from(
      { length: 40 },
      (_, n) => `{ step: s${n}, tool: { kind: noop }, next: s${n + 1} }`,
    );
    const run = new WatchedCoreRun(
      `workflow: [${steps.join(', ')}, { step: s40, tool: { kind: noop } }]`,
    ).start();
    for (let n = 0; n < 20; n++) run.done(`s${n}`);
    expect(frame(run, { height: 12 })).toBe(
      [
        '⠋ p  0 ms  execution 1',
        '✓ 15 steps done',
        ...[15, 16, 17, 18, 19].map(n => `✓ s${n}  0 ms`),
        '⠋ s20  0 ms',
        '· s21',
        '· s22',
        '· 18 steps to come',
      ].join('\n'),
    );
    for (let height = 1; height < 45; height++) {
      expect(frame(run, { height }).split('\n').length).toBeLessThanOrEqual(Math.max(2, height - 1));
    }
  });

  it('shows the newest lines that running commands printed, without what could move the cursor', () => {
    const run = new WatchedCoreRun(SYNC).start().started('list');
    const address = { executionId: '1', commandId: run.queue[0]!.commandId, attempt: 1 };
    const tail = new LogTail();
    tail.add(address, [{ at: 0, stream: 'stdout', text: 'one\ntwo \u001b[31mred\u001b[0m\u001b[2J\r\n' }]);
    tail.add(address, [{ at: 0, stream: 'stderr', text: '10%\r55%\r100%\u0007' }]);
    expect(frame(run, {}, tail).split('\n').slice(-3)).toEqual([
      '│ list  one',
      '│ list  two red',
      '│ list  100%␇',
    ]);
    run.done('list');
    expect(frame(run, {}, tail)).not.toContain('│');
  });

  it('says that it is being cancelled, and leaves what was stopped', () => {
    const run = new WatchedCoreRun(SYNC).start().started('list').after(400);
    expect(frame(run, {}, undefined, 'cancelling').split('\n')[0]).toBe(
      '⠴ p  400 ms  execution 1  cancelling',
    );
    run.send({ kind: 'cancel' });
    expect(finalFrame(run)).toBe('■ list    stopped');
  });

  it('leaves everything that ran, and nothing that did not', () => {
    const run = new WatchedCoreRun(SYNC).start().done('list').after(10);
    run.fail('check', { message: 'no route' }).after(3000);
    for (let n = 0; n < 4; n++) run.after(9000).fail('check', { message: 'no route to host' });
    for (let index = 0; run.queue.length > 0; index++) run.done('fetch', null, index);
    expect(finalFrame(run)).toBe(
      [
        '✓ list    0 ms',
        '✓ fetch   39.0 s    1000 items',
        '✗ check   39.0 s    attempt 5  no route to host',
      ].join('\n'),
    );
  });

  it('says that it is paused, or waits for its place among others', () => {
    const run = new WatchedCoreRun(SYNC).start().send({ kind: 'pause' });
    expect(frame(run).split('\n')[0]).toBe('⠋ p  0 ms  execution 1  paused, go on: noetl resume 1');
    const queued = new WatchedCoreRun(
      'executor: { spec: { concurrency: { key: nightly, limit: 1, on_limit: queue } } }\nworkflow: [{ step: a, tool: { kind: noop } }]',
    ).start();
    expect(frame(queued)).toBe(
      ['⠋ p  0 ms  execution 1  waits for its place (concurrency key nightly)', '· a'].join('\n'),
    );
  });
});
