import { describe, expect, it } from 'vitest';
import { TestServer } from '../support/test-server.ts';

const playbook = (path: string, metadata: string) => `apiVersion: noetl.io/v2
kind: Playbook
metadata: { name: x, path: ${path}${metadata} }
workflow:
  - { step: start, tool: { kind: noop } }
`;

describe('the list of agents', () => {
  it('has playbooks that say they are, by path and by what they can do', async () => {
    const server = new TestServer();
    const all = [
      playbook('a/plain', ''),
      playbook('a/reader', ', agent: true, capabilities: [read]'),
      playbook('b/writer', ', agent: true, capabilities: [read, write]'),
      playbook('b/no', ', agent: false'),
    ];
    for (const content of all)
      expect(await server.ask('POST', '/api/catalog/register', { content })).toMatchObject({ status: 200 });
    const paths = async (body: object, url = '/api/catalog/agents/list') => {
      const answer = await server.ask('POST', url, body);
      return (answer.body as { entries: { path: string }[] }).entries.map(({ path }) => path);
    };
    expect(await paths({})).toEqual(['b/writer', 'a/reader']);
    expect(await paths({ path: 'a/' })).toEqual(['a/reader']);
    expect(await paths({ capabilities: ['write', 'read'] })).toEqual(['b/writer']);
    expect(await paths({ capabilities: ['fly'] })).toEqual([]);
    expect(await paths({ agent_only: true }, '/api/catalog/list')).toEqual(['b/writer', 'a/reader']);
    expect(await paths({ capabilities: ['write'] }, '/api/catalog/list')).toEqual(['b/writer']);
    expect(await paths({}, '/api/catalog/list')).toHaveLength(4);
  });
});
