import { describe, expect, it } from 'vitest';
import { CoreRun } from '../../../test/support/core-run.ts';
import { playbookFrom } from '../../../test/support/load-playbook.ts';
import { mappingOf, type PlainValue } from '../../common/plain-value.ts';
import { planRerun } from '../rerun/plan-rerun.ts';
import { type ReplayVerdict, replay } from './replay.ts';

const ORDERS = `
  workload: { limit: 100 }
  workflow:
    - { step: fetch, tool: { kind: http, url: x }, set: { ctx.total: "{{ output.total }}" }, next: [
        { step: large, when: "{{ ctx.total > workload.limit }}" }, { step: small } ] }
    - { step: large, tool: { kind: noop }, next: [end] }
    - { step: small, tool: { kind: noop }, next: [end] }
    - { step: end, tool: { kind: noop } }
`;

/** An order of 50, which is small. */
const recorded = () =>
  new CoreRun(playbookFrom(ORDERS))
    .start()
    .done('fetch', mappingOf([['total', 50]]))
    .done('small')
    .done('end');

function verdictOf(
  yaml: string,
  run: CoreRun = recorded(),
  stored: Record<string, PlainValue> = {},
): ReplayVerdict {
  const asking = replay(playbookFrom(yaml), run.turns, { pinned: run.program.playbook });
  let answer = asking.next();
  while (!answer.done) answer = asking.next(stored[answer.value]);
  return answer.value;
}

const changed = (from: string | RegExp, to: string) => {
  const text = ORDERS.replace(from, to);
  if (text === ORDERS) throw new Error(`${from} is not in the playbook`);
  return text;
};

describe('replay', () => {
  it('finds a playbook the same as itself, and counts the decisions it compared', () => {
    expect(verdictOf(ORDERS)).toEqual({ kind: 'same', decisions: 10, ended: true });
  });

  it('says where another condition would lead, and why', () => {
    const verdict = verdictOf(changed('ctx.total > workload.limit', 'ctx.total > 10'));
    expect(verdict).toMatchObject({
      kind: 'differs',
      decisions: 2,
      step: 'fetch',
      run: 1,
      was: '→ small',
      wouldBe: '→ large',
    });
    expect(verdict).toHaveProperty('arcs.0.why', 'its condition holds');
  });

  it('counts another `set` by what it changes in later decisions', () => {
    expect(verdictOf(changed('output.total }}', 'output.total * 4 }}'))).toMatchObject({
      kind: 'differs',
      step: 'fetch',
      wouldBe: '→ large',
    });
    expect(verdictOf(changed('output.total }}', 'output.total * 2 }}'))).toMatchObject({ kind: 'same' });
  });

  it('keeps the values the execution was started with, and takes new ones from the playbook', () => {
    expect(verdictOf(changed('limit: 100', 'limit: 1'))).toMatchObject({ kind: 'same' });
    const withFlag = changed('{ limit: 100 }', '{ limit: 100, strict: true }').replace(
      'ctx.total > workload.limit',
      'workload.strict',
    );
    expect(verdictOf(withFlag)).toMatchObject({ kind: 'differs', wouldBe: '→ large' });
  });

  it('sees guards', () => {
    expect(verdictOf(changed('step: small, tool', 'step: small, when: "{{ false }}", tool'))).toMatchObject({
      kind: 'differs',
      step: 'small',
      was: 'starts after fetch',
      wouldBe: 'is skipped by its `when`',
    });
  });

  it('sees another entry, and steps between', () => {
    const first = ORDERS.replace(
      '  workflow:\n',
      '  workflow:\n    - { step: hello, tool: { kind: noop }, next: [fetch] }\n',
    );
    expect(verdictOf(first)).toMatchObject({
      kind: 'differs',
      step: 'fetch',
      was: 'starts',
      wouldBe: 'hello starts',
    });
    const between = changed('{ step: small } ]', '{ step: check } ]').replace(
      '    - { step: end,',
      '    - { step: check, tool: { kind: noop }, next: [small] }\n    - { step: end,',
    );
    expect(verdictOf(between)).toMatchObject({
      kind: 'differs',
      step: 'fetch',
      was: '→ small',
      wouldBe: '→ check',
    });
  });

  it('sees templates that cannot be evaluated any more', () => {
    expect(verdictOf(changed('ctx.total > workload.limit', 'ctx.nothing.total > 1'))).toMatchObject({
      kind: 'differs',
      step: 'fetch',
      wouldBe: 'ends its branch and fails the execution',
    });
  });

  it('sees that a loop goes over other items', () => {
    const loop = (items: string) => `
      workflow:
        - { step: each, loop: { in: ${items}, iterator: x }, tool: { kind: noop } }
    `;
    const run = new CoreRun(playbookFrom(loop('[1, 2]'))).start().done('each').done('each');
    expect(verdictOf(loop('[1, 2]'), run)).toMatchObject({ kind: 'same', ended: true });
    expect(verdictOf(loop('[1, 2, 3]'), run)).toMatchObject({
      kind: 'differs',
      was: 'starts with 2 items',
      wouldBe: 'starts with 3 items',
    });
  });

  it('cannot tell how a step would end that ran no tool then', () => {
    const routed = ORDERS.replace('step: small, tool: { kind: noop }', 'step: small');
    const run = new CoreRun(playbookFrom(routed))
      .start()
      .done('fetch', mappingOf([['total', 50]]))
      .done('end');
    expect(verdictOf(ORDERS, run)).toMatchObject({
      kind: 'unknown',
      step: 'small',
      why: 'its tool would run, and it did not run then',
    });
  });

  it('compares an execution that goes on as far as it went', () => {
    const run = new CoreRun(playbookFrom(ORDERS)).start().done('fetch', mappingOf([['total', 50]]));
    expect(verdictOf(ORDERS, run)).toEqual({ kind: 'same', decisions: 4, ended: false });
  });

  it('takes retries as they were, also those of a result that was repeated', () => {
    const polling = `
      workflow:
        - { step: poll, tool: { kind: noop }, retry: { max_attempts: 3, when: "{{ output.state != 'ready' }}" } }
    `;
    const run = new CoreRun(playbookFrom(polling)).start();
    for (let attempt = 0; attempt < 3; attempt++) run.done('poll', mappingOf([['state', 'busy']]));
    expect(run.events('action_retry')).toHaveLength(2);
    expect(verdictOf(polling, run)).toMatchObject({ kind: 'same', ended: true });
  });

  it('asks for stored values that a condition reads, and cannot tell once they are gone', () => {
    const ref = { uri: 'noetl://r/1', sha256: '', bytes: 9, extracted: mappingOf([]) };
    const yaml = `
      workflow:
        - { step: big, tool: { kind: noop }, next: [{ step: more, when: "{{ big.rows | length > 1 }}" }, end] }
        - { step: more, tool: { kind: noop } }
        - { step: end }
    `;
    const run = new CoreRun(playbookFrom(yaml));
    run.loaded.set(ref.uri, mappingOf([['rows', [1, 2]]]));
    run.start();
    const { commandId, attempt } = run.take('big');
    const outcome = { result: { kind: 'stored', ref } as const, ctx: mappingOf([]) };
    run.send({ kind: 'done', commandId, attempt, outcome }).done('more');
    expect(verdictOf(yaml, run, { [ref.uri]: mappingOf([['rows', [1, 2]]]) })).toMatchObject({
      kind: 'same',
    });
    expect(verdictOf(yaml, run)).toMatchObject({
      kind: 'unknown',
      why: 'a decision reads noetl://r/1, which is not kept any more',
    });
  });

  it('follows a rerun from where it began anew, with what it took over', () => {
    const run = new CoreRun(playbookFrom(ORDERS));
    const { kept, started } = planRerun(run.program, recorded().log, { from: 'small' });
    const half = Math.ceil(kept.length / 2);
    const identity = { executionId: '2', catalogId: '2', path: 'p', version: '1', payload: started.workload };
    run.send({ kind: 'start', ...identity, rerun: { of: '1', kept: kept.slice(0, half), more: true } });
    run
      .send({ kind: 'restore', kept: kept.slice(half), more: false })
      .done('small')
      .done('end');
    expect(verdictOf(ORDERS, run)).toMatchObject({ kind: 'same', ended: true });
    expect(verdictOf(changed('step: end,', 'step: end, when: "{{ false }}",'), run)).toMatchObject({
      kind: 'differs',
      step: 'end',
    });
    expect(verdictOf(ORDERS.replaceAll('fetch', 'load'), run)).toMatchObject({
      kind: 'unknown',
      why: "it took over step 'fetch' of execution 1, which the playbook does not have",
    });
  });

  it('follows an execution that waited for its place, and lets none wait that did not', () => {
    const limited = `${ORDERS}  executor: { spec: { concurrency: { key: orders, limit: 1 } } }\n`;
    const queued = new CoreRun(playbookFrom(limited)).start().send({ kind: 'admit' });
    queued
      .done('fetch', mappingOf([['total', 50]]))
      .done('small')
      .done('end');
    expect(verdictOf(limited, queued)).toMatchObject({ kind: 'same', ended: true });
    expect(verdictOf(limited, recorded())).toMatchObject({ kind: 'same', ended: true });
    expect(verdictOf(ORDERS, queued)).toMatchObject({ kind: 'same', ended: true });
  });

  it('does not judge what is no log of an execution', () => {
    expect(replay(playbookFrom(ORDERS), []).next()).toMatchObject({ value: { kind: 'unknown' } });
  });
});
