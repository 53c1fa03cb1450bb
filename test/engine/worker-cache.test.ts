import { describe, expect, it } from 'vitest';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { deferred } from '../../src/common/deferred.ts';
import { mappingOf } from '../../src/common/plain-value.ts';
import { HandClock } from '../support/hand-clock.ts';
import { TestEngine, type ToolRun } from '../support/test-engine.ts';

/** Counts its calls and answers with the count. */
function counting() {
  const calls: string[] = [];
  const run: ToolRun = ({ input }) => {
    calls.push(String(input.key ?? ''));
    return { status: 'ok', data: mappingOf([['n', calls.length]]) };
  };
  return { calls, run };
}

const CACHED = `
  workload: { key: a }
  workflow:
    - step: fetch
      tool: { kind: count, input: { key: "{{ workload.key }}" }, cache: { key: "{{ input.key }}", ttl: 1m } }`;

describe('a task with `cache`', () => {
  it('calls its tool once per key, over executions, until the time is up', async () => {
    const clock = new HandClock();
    const { calls, run } = counting();
    const test = new TestEngine({ clock, tools: { count: run } });
    const results = [];
    for (const key of ['a', 'a', 'b']) {
      results.push((await test.run(CACHED, mappingOf([['key', key]]))).phase);
    }
    expect(results).toMatchObject([{ result: { data: { n: 1 } } }, { result: { data: { n: 1 } } }, {}]);
    clock.at(clock.now() + 60_000, () => {});
    clock.advance();
    await test.run(CACHED);
    expect(calls).toEqual(['a', 'b', 'a']);
  });

  it('outlives the engine, as what it keeps is in the stores', async () => {
    const stores = openMemory();
    const { calls, run } = counting();
    for (let i = 0; i < 2; i++) await new TestEngine({ stores, tools: { count: run } }).run(CACHED);
    expect(calls).toEqual(['a']);
  });

  it('says in `output.meta` and in the log that nothing was called', async () => {
    const { run } = counting();
    const test = new TestEngine({ tools: { count: run } });
    const yaml = CACHED.replace(
      'input:',
      'set: { ctx.cached: "{{ output.meta.cached | default(false) }}" }, input:',
    );
    expect((await test.run(yaml)).ctx).toEqual({ cached: false });
    const id = await test.start(yaml);
    expect((await test.engine.ended(id)).ctx).toEqual({ cached: true });
    const lines = await test.stores.logs.read({ executionId: id });
    expect(lines.map(({ text }) => text)).toEqual([
      "cached: the outcome of task 'fetch' is the one of 1970-01-01T00:16:40.000Z",
    ]);
  });

  it('calls its tool once for iterations that run at the same time with the same key', async () => {
    const { calls, run } = counting();
    const started = deferred<void>();
    const go = deferred<void>();
    const slow: ToolRun = async (call, io) => {
      started.resolve();
      await go.promise;
      return run(call, io);
    };
    const test = new TestEngine({ tools: { slow } });
    const id = await test.start(`
      workflow:
        - step: all
          loop: { in: [a, b, a, b, a], iterator: key, spec: { mode: parallel } }
          tool: { kind: slow, input: { key: "{{ iter.key }}" }, cache: { key: "{{ iter.key }}" } }`);
    await started.promise;
    go.resolve();
    expect((await test.engine.ended(id)).phase).toMatchObject({ kind: 'completed' });
    expect(calls).toEqual(['a', 'b']);
  });

  it('caches no failure: whoever waited for it calls by itself', async () => {
    let calls = 0;
    const flaky: ToolRun = () =>
      ++calls === 1
        ? { status: 'error', error: { kind: 'connection', message: 'reset', retryable: true } }
        : { status: 'ok', data: calls };
    const state = await new TestEngine({ tools: { flaky } }).run(`
      workflow:
        - step: all
          loop: { in: [1, 2, 3], iterator: i, spec: { mode: parallel, on_error: continue } }
          tool: { kind: flaky, cache: { key: one } }`);
    expect(state.phase).toMatchObject({ kind: 'completed', result: { data: [null, 2, 2] } });
    expect(calls).toBe(2);
  });

  it('remembers nothing that its rules do not accept, and tries again without looking', async () => {
    const { calls, run } = counting();
    const test = new TestEngine({ tools: { count: run } });
    const yaml = `
      workflow:
        - step: poll
          tool:
            - name: ask
              kind: count
              cache: { key: one }
              spec: { policy: { rules: [{ when: "{{ output.data.n < 3 }}", then: { do: retry, attempts: 5, delay: 0 } }] } }
            - { name: use, kind: echo, input: { n: "{{ ask.n }}" } }`;
    for (let i = 0; i < 2; i++) {
      expect((await test.run(yaml)).phase).toMatchObject({ result: { data: { use: { n: 3 } } } });
    }
    expect(calls.length).toBe(3);
  });

  it('remembers all pages together', async () => {
    let pages = 0;
    const api: ToolRun = ({ config }) => {
      pages += 1;
      const page = Number((config.params as { page: number }).page);
      const body = mappingOf([
        ['items', [page]],
        ['next', page < 3 ? page + 1 : null],
      ]);
      return {
        status: 'ok',
        data: mappingOf([
          ['status_code', 200],
          ['data', body],
        ]),
      };
    };
    const test = new TestEngine({ tools: { api } });
    const yaml = `
      workflow:
        - step: fetch
          tool:
            kind: api
            params: { page: 1 }
            cache: { key: pages }
            paginate:
              while: "{{ response.next }}"
              next: { params: { page: "{{ response.next }}" } }
              collect: { path: items, strategy: append }`;
    for (let i = 0; i < 2; i++) {
      expect((await test.run(yaml)).phase).toMatchObject({ result: { data: { data: [1, 2, 3] } } });
    }
    expect(pages).toBe(3);
  });

  it('keeps keys as hashes, and no outcome that holds a secret', async () => {
    const stores = openMemory();
    const kept: string[] = [];
    const keep = stores.cache.keep.bind(stores.cache);
    stores.cache.keep = async (key, entry) => {
      kept.push(key, JSON.stringify(entry));
      await keep(key, entry);
    };
    const test = new TestEngine({ stores, env: { TOKEN: 'hunter2!!' } });
    const yaml = (data: string) => `
      keychain: [{ name: shop, kind: bearer, token: "{{ env('TOKEN') }}" }]
      workflow:
        - { step: a, tool: { kind: echo, input: { d: "${data}" }, cache: { key: "{{ keychain.shop.token }}" } } }`;
    await test.run(yaml('fine'));
    const id = await test.start(yaml('{{ keychain.shop.token }}').replace('step: a', 'step: b'));
    await test.engine.ended(id);
    expect(kept).toHaveLength(2);
    expect(kept.join()).not.toContain('hunter2');
    const [line] = await test.stores.logs.read({ executionId: id });
    expect(line?.text).toBe("warning: the outcome of task 'b' was not cached: it holds a secret");
  });

  it.each([
    ['a key that gives nothing', '{ key: "{{ nothing }}" }', "cache.key '{{ nothing }}' gives nothing"],
    ['a time that is none', '{ key: a, ttl: "{{ 0 }}" }', "cache.ttl '{{ 0 }}' must give a duration"],
  ])('fails for %s', async (_, cache, message) => {
    const state = await new TestEngine().run(
      `workflow:\n  - { step: a, tool: { kind: echo, cache: ${cache} } }`,
    );
    expect(state.phase).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining(message) },
    });
  });

  it('goes on without a cache that does not work', async () => {
    const stores = openMemory();
    stores.cache.find = async () => Promise.reject(new Error('the disk is gone'));
    const { run } = counting();
    const test = new TestEngine({ stores, tools: { count: run } });
    const id = await test.start(CACHED);
    expect((await test.engine.ended(id)).phase.kind).toBe('completed');
    const [line] = await test.stores.logs.read({ executionId: id });
    expect(line?.text).toBe("warning: the cache of task 'fetch' could not be read: the disk is gone");
  });
});
