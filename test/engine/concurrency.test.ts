import { describe, expect, it } from 'vitest';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import { explain } from '../../src/core/explain.ts';
import type { ToolOutcome } from '../../src/ports/tool.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

/** A tool whose calls stay open until the test ends them, by the text they were given. */
class Gate {
  readonly #open = new Map<string, (outcome: ToolOutcome) => void>();
  readonly #arrivals = new Map<string, () => void>();
  readonly entered: string[] = [];

  readonly tool: ToolRun = ({ input }, { signal }) => {
    const name = String(input.name);
    this.entered.push(name);
    this.#arrivals.get(name)?.();
    return new Promise<ToolOutcome>(resolve => {
      this.#open.set(name, resolve);
      signal.addEventListener('abort', () =>
        resolve({ status: 'error', error: { kind: 'cancelled', message: 'stopped', retryable: false } }),
      );
    });
  };

  async arrival(name: string): Promise<void> {
    if (this.entered.includes(name)) return;
    await new Promise<void>(resolve => this.#arrivals.set(name, resolve));
  }

  end(name: string): void {
    this.#open.get(name)?.({ status: 'ok', data: name });
  }
}

const limited = (concurrency: string, step = '{ kind: gate, input: { name: "{{ workload.name }}" } }') => `
  workload: { name: a, tenant: t }
  executor: { spec: { concurrency: ${concurrency} } }
  workflow:
    - { step: work, tool: ${step} }
`;

const named = (name: string, tenant: PlainValue = 't') =>
  mappingOf([
    ['name', name],
    ['tenant', tenant],
  ]);

describe('executor.spec.concurrency', () => {
  it('lets as many run as it says, and the others in the order in which they came', async () => {
    const gate = new Gate();
    const test = new TestEngine({ tools: { gate: gate.tool } });
    const yaml = limited('{ key: "k-{{ workload.tenant }}", limit: 2 }');
    const ids = [];
    for (const name of ['a', 'b', 'c', 'd']) ids.push(await test.start(yaml, named(name)));
    await Promise.all([gate.arrival('a'), gate.arrival('b')]);
    expect(gate.entered).toEqual(['a', 'b']);
    gate.end('b');
    await gate.arrival('c');
    gate.end('a');
    await gate.arrival('d');
    gate.end('c');
    gate.end('d');
    const ended = await Promise.all(ids.map(id => test.engine.ended(id)));
    expect(ended.map(({ phase }) => phase.kind)).toEqual(ids.map(() => 'completed'));
    expect(gate.entered).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps executions with other keys apart', async () => {
    const gate = new Gate();
    const test = new TestEngine({ tools: { gate: gate.tool } });
    const yaml = limited('{ key: "{{ tenant }}", limit: 1 }');
    await test.start(yaml, named('a', 'one'));
    await test.start(yaml, named('b', 'two'));
    await Promise.all([gate.arrival('a'), gate.arrival('b')]);
    expect(gate.entered).toEqual(['a', 'b']);
  });

  it('says of an execution that waits what it waits for, and shows it as pending', async () => {
    const gate = new Gate();
    const test = new TestEngine({ tools: { gate: gate.tool } });
    const yaml = limited('{ key: only, limit: 1 }');
    await test.start(yaml, named('a'));
    const second = await test.start(yaml, named('b'));
    const { status, waiting_for } = explain(playbookFrom(yaml), await test.events(second));
    expect({ status, waiting_for }).toEqual({
      status: 'PENDING',
      waiting_for: ["a place: at most one execution runs at once with the concurrency key 'only'"],
    });
    expect(await test.stores.events.summary(second)).toMatchObject({ status: 'PENDING' });
  });

  it('cancels one that waits, and the next one moves up', async () => {
    const gate = new Gate();
    const test = new TestEngine({ tools: { gate: gate.tool } });
    const yaml = limited('{ key: only, limit: 1 }');
    const [, second, third] = [
      await test.start(yaml, named('a')),
      await test.start(yaml, named('b')),
      await test.start(yaml, named('c')),
    ];
    await test.engine.send(second, { kind: 'cancel' });
    await gate.arrival('a');
    gate.end('a');
    await gate.arrival('c');
    gate.end('c');
    expect((await test.engine.ended(third)).phase.kind).toBe('completed');
    expect(gate.entered).toEqual(['a', 'c']);
  });

  it('skips a new execution where on_limit says so, and tells why', async () => {
    const gate = new Gate();
    const test = new TestEngine({ tools: { gate: gate.tool } });
    const yaml = limited('{ key: only, limit: 1, on_limit: skip }');
    await test.start(yaml, named('a'));
    const second = await test.start(yaml, named('b'));
    expect((await test.engine.ended(second)).phase).toMatchObject({
      kind: 'cancelled',
      reason: "skipped: another execution with the concurrency key 'only' had not ended",
    });
    expect(gate.entered).not.toContain('b');
  });

  it('cancels the oldest to make room where on_limit says so', async () => {
    const gate = new Gate();
    const test = new TestEngine({ tools: { gate: gate.tool } });
    const yaml = limited('{ key: only, limit: 1, on_limit: cancel_oldest }');
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push(await test.start(yaml, named(name)));
    const [first = '', second = '', third = ''] = ids;
    await gate.arrival('c');
    gate.end('c');
    expect((await test.engine.ended(first)).phase).toMatchObject({
      kind: 'cancelled',
      reason: `execution ${second} with the same concurrency key took its place`,
    });
    expect((await test.engine.ended(second)).phase.kind).toBe('cancelled');
    expect((await test.engine.ended(third)).phase.kind).toBe('completed');
  });

  it.each(['{{ 1 / 0 }}', '{{ workload.tenat }}'])('fails at once if the key %s gives no text', async key => {
    const state = await new TestEngine().run(limited(`{ key: "${key}", limit: 1 }`, '{ kind: echo }'));
    expect(state.phase).toMatchObject({
      kind: 'failed',
      error: { kind: 'template', message: expect.stringContaining('executor.spec.concurrency.key') },
    });
  });

  it('runs a playbook in the place of the one that called it', async () => {
    const child = textOf(limited('{ key: only, limit: 1 }', '{ kind: echo, input: { done: true } }'));
    const test = new TestEngine({ playbooks: { child } });
    const { phase } = await test.run(limited('{ key: only, limit: 1 }', '{ kind: playbook, path: child }'));
    expect(phase).toMatchObject({ kind: 'completed', result: { data: { done: true } } });
  });

  it('holds after a restart: those who ran hold their places, those who waited still wait', async () => {
    const stores = openMemory();
    const before = new Gate();
    const yaml = limited('{ key: only, limit: 1 }');
    const first = new TestEngine({ stores, tools: { gate: before.tool } });
    const ids = [await first.start(yaml, named('a')), await first.start(yaml, named('b'))];
    await before.arrival('a');

    const after = new Gate();
    const second = new TestEngine({ stores, tools: { gate: after.tool } });
    await second.engine.recover();
    await after.arrival('a');
    expect(after.entered).toEqual(['a']);
    after.end('a');
    await after.arrival('b');
    after.end('b');
    const ended = await Promise.all(ids.map(id => second.engine.ended(id)));
    expect(ended.map(({ phase }) => phase.kind)).toEqual(['completed', 'completed']);
  });
});
