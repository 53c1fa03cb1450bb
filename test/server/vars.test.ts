import { describe, expect, it } from 'vitest';
import type { ToolRun } from '../support/test-engine.ts';
import { TestServer } from '../support/test-server.ts';

const hold: ToolRun = () => ({
  status: 'parked',
  waitsFor: { kind: 'signal', name: 'go', deadline: undefined, onDeadline: undefined },
});
const YAML = `
workload: { name: x }
workflow:
  - { step: first, tool: { kind: echo, input: { n: 1 } }, set: { ctx.made: "{{ first.n }}" }, next: second }
  - { step: second, tool: { kind: hold }, next: third }
  - { step: third, tool: { kind: echo, input: { sum: "{{ ctx.given + ctx.made }}" } } }
`;

async function started(): Promise<{
  readonly server: TestServer;
  readonly id: string;
  readonly url: string;
}> {
  const server = new TestServer({ tools: { hold } });
  const parked = new Promise<void>(resolve => {
    server.test.engine.watch(
      ({ events }) => events.some(({ type }) => type === 'command.parked') && resolve(),
    );
  });
  const id = await server.test.start(YAML);
  await parked;
  return { server, id, url: `/api/vars/${id}` };
}

describe('variables of an execution', () => {
  it('are recorded in its log when they are set, and read by its steps', async () => {
    const { server, id, url } = await started();
    expect(await server.ask('POST', url, { variables: { given: 41 } })).toMatchObject({
      body: { execution_id: id, variables_set: 1, var_names: ['given'] },
    });
    const written = (await server.test.events(id)).filter(({ type }) => type === 'ctx.updated');
    expect(written).toMatchObject([{ values: { made: 1 } }, { gen: 'api', values: { given: 41 } }]);
    await server.ask('POST', `/api/executions/${id}/signals/go`);
    expect((await server.test.engine.ended(id)).phase).toMatchObject({ result: { data: { sum: 42 } } });
  });

  it('say who wrote them, and when', async () => {
    const { server, url } = await started();
    await server.ask('POST', url, { variables: [{ var_name: 'given', var_value: [1] }] });
    expect(await server.ask('GET', url)).toMatchObject({
      body: {
        count: 2,
        variables: {
          made: { value: 1, type: 'computed', source_step: 'first', created_at: expect.any(String) },
          given: { value: [1], type: 'user_defined', source_step: null },
        },
      },
    });
    expect(await server.ask('GET', `${url}/made`)).toMatchObject({ body: { var_name: 'made', value: 1 } });
    expect(await server.ask('GET', `${url}/none`)).toMatchObject({ status: 404 });
  });

  it('are gone when they are deleted', async () => {
    const { server, id, url } = await started();
    await server.ask('POST', url, { variables: { given: 1 } });
    expect(await server.ask('DELETE', `${url}/given`)).toMatchObject({ status: 200, body: { deleted: 1 } });
    expect(await server.ask('DELETE', `${url}/given`)).toMatchObject({ status: 404 });
    expect(await server.ask('DELETE', url)).toMatchObject({ body: { deleted: 1, var_names: ['made'] } });
    expect(await server.ask('GET', url)).toMatchObject({ body: { count: 0, variables: {} } });
    const { body } = await server.ask('GET', `/api/executions/${id}/status`);
    expect(body).toHaveProperty('variables', {});
  });

  it('cannot be written when the execution has ended, nor without a name', async () => {
    const { server, id, url } = await started();
    expect(await server.ask('POST', url, { variables: {} })).toMatchObject({ status: 422 });
    expect(await server.ask('POST', url, { variables: 3 })).toMatchObject({ status: 422 });
    expect(await server.ask('POST', url, { variables: { a: 1 }, var_type: 'odd' })).toMatchObject({
      status: 422,
    });
    expect(await server.ask('GET', '/api/vars/none')).toMatchObject({ status: 404 });
    await server.ask('POST', `/api/executions/${id}/cancel`);
    expect(await server.ask('POST', url, { variables: { a: 1 } })).toMatchObject({ status: 409 });
  });

  it('written by many at once are all there', async () => {
    const { server, url } = await started();
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => server.ask('POST', url, { variables: { [`v${n}`]: n } })),
    );
    expect(await server.ask('GET', url)).toMatchObject({ body: { count: 51 } });
  });
});
