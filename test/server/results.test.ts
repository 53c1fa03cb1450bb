import { describe, expect, it } from 'vitest';
import type { Body, BodyFormat } from '../../src/ports/result-store.ts';
import type { HandClock } from '../support/hand-clock.ts';
import type { ToolRun } from '../support/test-engine.ts';
import { TestServer } from '../support/test-server.ts';

const text = 'x'.repeat(100_000);
const YAML = `
workload: { name: x }
workflow:
  - { step: small, tool: { kind: echo, input: { n: 1 } }, next: large }
  - { step: large, tool: { kind: echo, input: { text: "{{ 'x' * 100000 }}" } } }
`;

const CHILD = `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: child, path: child }
workflow:
  - { step: inner, tool: { kind: echo, input: { text: "{{ 'x' * 100000 }}" } } }
`;
const PARENT = `
workflow:
  - { step: call, tool: { kind: playbook, path: child } }
`;
const LOOP = `
workflow:
  - step: each
    loop: { in: [0, 1, 2, 3, 4], iterator: item, spec: { on_error: continue } }
    tool: { kind: odd, input: { n: "{{ item }}" } }
`;

interface LoopPage {
  readonly results: readonly {
    readonly iteration: number;
    readonly status: string;
    readonly data: unknown;
    readonly error: unknown;
  }[];
}

const hold: ToolRun = () => ({
  status: 'parked',
  waitsFor: { kind: 'signal', name: 'go', deadline: undefined, onDeadline: undefined },
});
const odd: ToolRun = ({ input }) =>
  Number(input.n) % 2 === 0
    ? { status: 'ok', data: input }
    : { status: 'error', error: { kind: 'exception', message: 'odd number', retryable: false } };

async function ended(): Promise<{ readonly server: TestServer; readonly id: string }> {
  const server = new TestServer();
  const id = await server.test.start(YAML);
  await server.test.engine.ended(id);
  return { server, id };
}

describe('results', () => {
  it('of steps are shown, those that are stored with their value or by reference', async () => {
    const { server, id } = await ended();
    expect(await server.ask('GET', `/api/result/${id}/small`)).toMatchObject({
      body: { status: 'COMPLETED', ref: null, data: { n: 1 }, error: null },
    });
    const { body } = await server.ask('GET', `/api/result/${id}/large`);
    expect(body).toMatchObject({
      ref: expect.stringContaining(`noetl://execution/${id}/result/`),
      data: { text },
    });
    const byReference = await server.ask('GET', `/api/result/${id}/large?resolve=false`);
    expect(JSON.stringify(byReference.body).length).toBeLessThan(1000);
    expect(await server.ask('GET', `/api/result/${id}/none`)).toMatchObject({ status: 404 });
    expect(await server.ask('GET', '/api/result/none/small')).toMatchObject({ status: 404 });
  });

  it('are kept with an execution, listed by pages and given back by reference', async () => {
    const { server, id } = await ended();
    for (const data of [{ rows: 3 }, 'text', null, [1, 2]]) {
      const { body } = await server.ask('PUT', `/api/result/${id}`, { name: 'report', data });
      const { ref } = body as { readonly ref: string };
      const answer = await server.ask('GET', `/api/result/resolve?ref=${encodeURIComponent(ref)}`);
      expect(answer.headers['content-type']).toContain('application/json');
      expect(answer.body).toEqual(data);
    }
    const items: { readonly name: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await server.ask(
        'GET',
        `/api/result/${id}/list?limit=2&cursor=${encodeURIComponent(cursor)}`,
      );
      const page = body as { items: { name: string }[]; next_cursor: string | null };
      items.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(items.filter(({ name }) => name === 'report')).toHaveLength(4);
    expect(items.length).toBeGreaterThan(4);
  });

  it('are kept for a time, if one is given, and then are gone', async () => {
    const { server, id } = await ended();
    const clock = server.test.clock as HandClock;
    const keep = async (data: unknown, ttl?: unknown) => {
      const { body } = await server.ask('PUT', `/api/result/${id}`, { name: 'report', data, ttl });
      return body as { readonly ref: string; readonly expires_at: string | null };
    };
    const resolve = (ref: string) => server.ask('GET', `/api/result/resolve?ref=${encodeURIComponent(ref)}`);
    const hour = await keep('a', '1h');
    expect(hour.expires_at).toBe(new Date(clock.now() + 3_600_000).toISOString());
    expect(await keep('b', 'forever')).toMatchObject({ expires_at: null });
    expect(await keep('b', '30m')).toMatchObject({ expires_at: null });
    expect(await resolve(hour.ref)).toMatchObject({ status: 200, body: 'a' });
    clock.after(3_600_000, () => {});
    while (clock.advance());
    expect(await resolve(hour.ref)).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('the time for which it was kept is over') },
    });
    for (const ttl of ['soon', '', 0, -1, [], null])
      expect(await server.ask('PUT', `/api/result/${id}`, { name: 'x', data: 1, ttl })).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining('ttl') },
      });
  });

  it('that are bodies are given as values and, whatever their size, as bytes', async () => {
    const { server, id } = await ended();
    const { results } = server.test.stores;
    const bodyOf = (format: BodyFormat, piece: string, count: number): Body => ({
      format: () => format,
      chunks: (async function* () {
        for (let n = 0; n < count; n++) yield Buffer.from(piece);
      })(),
    });
    const resolve = (uri: string, more = '') =>
      server.ask('GET', `/api/result/resolve?ref=${encodeURIComponent(uri)}${more}`);
    const json = await results.write(id, 'fetch.1.body', bodyOf('json', '[12345678901234567890]', 1));
    expect((await resolve(json.uri, '&raw=true')).headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '22',
      etag: `"${json.sha256}"`,
    });
    const text = await results.write(id, 'fetch.2.body', bodyOf('text', 'ä\n', 2));
    expect((await resolve(text.uri)).body).toBe('ä\nä\n');
    const huge = await results.write(id, 'fetch.3.body', bodyOf('text', 'x'.repeat(1024 * 1024), 257));
    expect(await resolve(huge.uri)).toMatchObject({
      status: 413,
      body: { error: expect.stringContaining('raw=true') },
    });
    const put = await results.put(id, 'report', { n: 1 });
    expect(await resolve(put.uri, '&raw=true')).toMatchObject({ status: 404 });
  });

  it('are refused and not found with a reason', async () => {
    const { server, id } = await ended();
    expect(await server.ask('GET', '/api/result/resolve?ref=nonsense')).toMatchObject({ status: 400 });
    const gone = `noetl://execution/${id}/result/x/${'0'.repeat(32)}`;
    expect(await server.ask('GET', `/api/result/resolve?ref=${gone}`)).toMatchObject({ status: 404 });
    expect(await server.ask('PUT', `/api/result/${id}`, { data: 1 })).toMatchObject({ status: 422 });
    expect(await server.ask('PUT', '/api/result/77', { name: 'a', data: 1 })).toMatchObject({ status: 404 });
  });

  it('are listed by the step that left them', async () => {
    const { server, id } = await ended();
    const { body } = await server.ask('GET', `/api/result/${id}/list?step_name=large`);
    expect(body).toMatchObject({ count: 1 });
    expect((await server.ask('GET', `/api/result/${id}/list?step_name=small`)).body).toMatchObject({
      count: 0,
    });
  });

  it('are counted', async () => {
    const { server } = await ended();
    expect((await server.ask('GET', '/api/result/stats')).body).toMatchObject({
      total_values: expect.any(Number),
      total_bytes: expect.any(Number),
      executions: 1,
    });
  });

  it('are gone when they are deleted, and everything else of the execution is there', async () => {
    const { server, id } = await ended();
    await server.ask('PUT', `/api/result/${id}`, { name: 'report', data: 1 });
    const { ref } = (await server.ask('GET', `/api/result/${id}/large`)).body as { readonly ref: string };
    expect(await server.ask('DELETE', `/api/result/${id}/step/large`)).toMatchObject({
      status: 200,
      body: { status: 'ok', execution_id: id, deleted: 1 },
    });
    const gone = await server.ask('GET', `/api/result/${id}/large`);
    expect(gone).toMatchObject({ status: 410, body: { error: expect.stringContaining('was deleted') } });
    expect(await server.ask('GET', `/api/result/${id}/large?resolve=false`)).toMatchObject({ status: 200 });
    const lost = await server.ask('GET', `/api/result/resolve?ref=${encodeURIComponent(ref)}`);
    expect(lost).toMatchObject({ status: 404, body: { error: expect.stringContaining('deleted') } });
    expect((await server.ask('DELETE', `/api/result/${id}`)).body).toMatchObject({ deleted: 1 });
    expect((await server.ask('DELETE', `/api/temp/${id}`)).body).toMatchObject({ deleted: 0 });
    expect((await server.ask('GET', `/api/result/${id}/list`)).body).toMatchObject({ count: 0 });
    for (const part of [
      '',
      '/events',
      '/status',
      '/explain',
      '/state',
      '/state?full=true',
      '/graph',
      '/diff',
    ])
      expect(await server.ask('GET', `/api/executions/${id}${part}`)).toMatchObject({ status: 200 });
    expect(await server.ask('POST', `/api/executions/${id}/analyze`, {})).toMatchObject({ status: 200 });
  });

  it('are kept while somebody may read them, and it is said who', async () => {
    const server = new TestServer({ tools: { hold }, playbooks: { child: CHILD } });
    const running = await server.test.start('workflow:\n  - { step: a, tool: { kind: hold } }\n');
    const refused = await server.ask('DELETE', `/api/result/${running}`);
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('has not ended') } });
    const original = await server.test.start(YAML);
    await server.test.engine.ended(original);
    const rerun = await server.test.engine.rerun({ executionId: original, from: 'large' } as never);
    await server.test.engine.ended(rerun);
    expect(await server.ask('DELETE', `/api/result/${original}/step/large`)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(`execution ${rerun} repeats it`) },
    });
    const parent = await server.test.start(PARENT);
    await server.test.engine.ended(parent);
    const [child] = await server.test.stores.events.list({ parent });
    expect(await server.ask('DELETE', `/api/result/${child?.executionId}`)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('scope=workflow') },
    });
    const all = await server.ask('DELETE', `/api/result/${parent}?scope=workflow`);
    expect(all.status).toBe(200);
    expect((await server.ask('GET', `/api/result/${child?.executionId}/list`)).body).toMatchObject({
      count: 0,
    });
    expect(await server.ask('DELETE', `/api/result/${parent}?scope=odd`)).toMatchObject({ status: 400 });
    expect(await server.ask('DELETE', '/api/result/404')).toMatchObject({ status: 404 });
  });

  it('of a loop are listed by pages, the failed ones with their error', async () => {
    const server = new TestServer({ tools: { odd } });
    const id = await server.test.start(LOOP);
    await server.test.engine.ended(id);
    const asked = `/api/aggregate/loop/results?execution_id=${id}&step_name=each`;
    const first = (await server.ask('GET', `${asked}&page_size=3`)).body as LoopPage;
    expect(first).toMatchObject({ status: 'ok', count: 3, total: 5, has_next: true });
    const second = (await server.ask('GET', `${asked}&page_size=3&page=2`)).body as LoopPage;
    expect(second).toMatchObject({ count: 2, has_next: false });
    const items = [...first.results, ...second.results].toSorted((a, b) => a.iteration - b.iteration);
    expect(items.map(({ iteration, status }) => `${iteration} ${status}`)).toEqual([
      '0 COMPLETED',
      '1 FAILED',
      '2 COMPLETED',
      '3 FAILED',
      '4 COMPLETED',
    ]);
    expect(items[2]?.data).toEqual({ n: 2 });
    expect(JSON.stringify(items[1]?.error)).toContain('odd number');
    expect(await server.ask('GET', `${asked}x`)).toMatchObject({ status: 404 });
  });
});
