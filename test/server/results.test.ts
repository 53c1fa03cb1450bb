import { describe, expect, it } from 'vitest';
import { TestServer } from '../support/test-server.ts';

const text = 'x'.repeat(100_000);
const YAML = `
workload: { name: x }
workflow:
  - { step: small, tool: { kind: echo, input: { n: 1 } }, next: large }
  - { step: large, tool: { kind: echo, input: { text: "{{ 'x' * 100000 }}" } } }
`;

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

  it('are refused and not found with a reason', async () => {
    const { server, id } = await ended();
    expect(await server.ask('GET', '/api/result/resolve?ref=nonsense')).toMatchObject({ status: 400 });
    const gone = `noetl://execution/${id}/result/x/${'0'.repeat(32)}`;
    expect(await server.ask('GET', `/api/result/resolve?ref=${gone}`)).toMatchObject({ status: 404 });
    expect(await server.ask('PUT', `/api/result/${id}`, { data: 1 })).toMatchObject({ status: 422 });
    expect(await server.ask('PUT', '/api/result/77', { name: 'a', data: 1 })).toMatchObject({ status: 404 });
  });
});
