import { describe, expect, it } from 'vitest';
import type { Event } from '../../src/core/event.ts';
import { HandClock } from '../support/hand-clock.ts';
import { textOf } from '../support/load-playbook.ts';
import { TestEngine } from '../support/test-engine.ts';
import { until } from '../support/until.ts';

const ASKS = textOf('workflow:\n  - { step: ask, tool: { kind: signal } }');
const signal = () =>
  ({
    status: 'parked',
    waitsFor: { kind: 'signal', name: 'answer', deadline: undefined, onDeadline: undefined },
  }) as const;

describe('a task that calls a playbook', () => {
  const childrenOf = (events: readonly Event[]): readonly string[] =>
    events.flatMap(event =>
      event.type === 'command.parked' && event.waitsFor.kind === 'child' ? [event.waitsFor.executionId] : [],
    );

  it('fails when its time is over, tries again if it may, and cancels what it waits for no longer', async () => {
    const clock = new HandClock();
    const test = new TestEngine({ clock, playbooks: { asks: ASKS }, tools: { signal } });
    const id = await test.start(
      'workflow:\n  - { step: call, tool: { kind: playbook, path: asks, timeout: 10m }, retry: { max_attempts: 2, initial_delay: 1s } }',
    );
    const started = clock.now();
    const ended = test.engine.ended(id);
    const isOnRecord = async (type: Event['type'], count: number) =>
      (await test.events(id)).filter(event => event.type === type).length === count;
    await until(() => isOnRecord('command.parked', 1));
    clock.advance();
    await until(() => isOnRecord('action_retry', 1));
    clock.advance();
    await until(() => isOnRecord('command.parked', 2));
    clock.advance();
    expect((await ended).phase).toMatchObject({
      kind: 'failed',
      error: {
        kind: 'timeout',
        retryable: true,
        message: "step 'call': the playbook 'asks' did not end in time",
      },
    });
    expect(clock.now() - started).toBe(2 * 600_000 + 1000);
    const children = childrenOf(await test.events(id));
    expect(children).toHaveLength(2);
    for (const child of children) expect((await test.engine.ended(child)).phase.kind).toBe('cancelled');
  });

  it('calls the version that it names', async () => {
    const saying = (text: string) =>
      textOf(`workflow: [{ step: say, tool: { kind: echo, input: { text: ${text} } } }]`);
    const test = new TestEngine({ playbooks: { say: saying('newest'), 'say@3': saying('third') } });
    const call = async (version: string) =>
      (await test.run(`workflow: [{ step: call, tool: { kind: playbook, path: say, version: ${version} } }]`))
        .phase;
    expect(await call('3')).toMatchObject({ result: { data: { text: 'third' } } });
    expect(await call('"3"')).toMatchObject({ result: { data: { text: 'third' } } });
    expect(await call('latest')).toMatchObject({ result: { data: { text: 'newest' } } });
    expect(await call('4')).toMatchObject({
      error: { kind: 'configuration', message: "step 'call': there is no playbook 'say@4' in the catalog" },
    });
    expect(await call('newer')).toMatchObject({
      error: {
        message: "step 'call': `version` must be the number of a version in the catalog, or `latest`",
      },
    });
  });
});

describe('a pipeline whose last task waits', () => {
  const double = textOf(`
    workload: { n: 0 }
    workflow: [{ step: double, tool: { kind: echo, input: { twice: "{{ workload.n * 2 }}" } } }]
  `);
  const piped = (last: string) => `
    workflow:
      - step: a
        tool:
          - { name: first, kind: echo, input: { one: 1 }, set: { ctx.seen: "{{ output.data.one }}" } }
          - { name: last, ${last} }
        next: b
      - { step: b, tool: { kind: echo, input: { a: "{{ a }}", seen: "{{ ctx.seen }}", last: "{{ a.last }}", one: "{{ a.first.one }}" } } }
  `;

  it('keeps what the others gave and set, beside what it waited for', async () => {
    const test = new TestEngine({ playbooks: { double } });
    const { phase } = await test.run(piped('kind: playbook, path: double, input: { n: 21 }'));
    expect(phase).toMatchObject({
      kind: 'completed',
      result: { data: { seen: 1, one: 1, last: { twice: 42 }, a: { one: 1, twice: 42 } } },
    });
  });

  it('does so for a signal, whether it comes before or after the wait began', async () => {
    const test = new TestEngine({ tools: { signal } });
    const early = await test.start(piped('kind: signal'));
    await test.engine.send(early, { kind: 'signal', name: 'answer', data: 'yes' });
    expect((await test.engine.ended(early)).phase).toMatchObject({
      result: { data: { seen: 1, last: 'yes' } },
    });
    const late = await test.start(piped('kind: signal'));
    await until(async () => (await test.events(late)).some(({ type }) => type === 'command.parked'));
    await test.engine.send(late, { kind: 'signal', name: 'answer', data: 'no' });
    expect((await test.engine.ended(late)).phase).toMatchObject({ result: { data: { one: 1, last: 'no' } } });
  });
});
