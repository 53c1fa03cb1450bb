import { describe, expect, it } from 'vitest';
import { TestEngine } from '../../test/support/test-engine.ts';
import { openMemory } from '../adapters/memory/index.ts';
import { deferred } from '../common/deferred.ts';

const EACH = `
workflow:
  - step: each
    loop: { in: ["{{ 'x' * 100000 }}", "{{ 'y' * 100000 }}"], iterator: item, spec: { mode: sequential } }
    tool: { kind: note, input: { item: "{{ iter.item[:1] }}" } }`;

/** Stores whose results can be read when the test says so. */
function slowStores() {
  const stores = openMemory();
  const [asked, open] = [deferred<void>(), deferred<void>()];
  const results = new Proxy(stores.results, {
    get: (target, name) => {
      if (name === 'get')
        return async (uri: string) => {
          asked.resolve();
          await open.promise;
          return target.get(uri);
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { stores: { ...stores, results }, asked: asked.promise, open: open.resolve };
}

describe('an iteration whose item is being read', () => {
  it('gets it, and runs', async () => {
    const { stores, asked, open } = slowStores();
    const ran: unknown[] = [];
    const test = new TestEngine({ stores, tools: { note: ({ input }) => ok(ran.push(input.item)) } });
    const ended = test.run(EACH);
    await asked;
    open();
    expect((await ended).phase.kind).toBe('completed');
    expect(ran).toEqual(['x', 'y']);
  });

  it('does not run if it is cancelled meanwhile', async () => {
    const { stores, asked, open } = slowStores();
    const ran: unknown[] = [];
    const test = new TestEngine({ stores, tools: { note: ({ input }) => ok(ran.push(input.item)) } });
    const id = await test.start(EACH);
    await asked;
    await test.engine.send(id, { kind: 'cancel' });
    open();
    await new Promise(resolve => setImmediate(resolve));
    expect(ran).toEqual(['x']);
    expect((await test.events(id)).map(({ type }) => type)).toContain('command.late');
  });
});

const ok = (count: number) => ({ status: 'ok', data: count }) as const;
