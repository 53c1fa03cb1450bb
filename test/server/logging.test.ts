import { expect, it } from 'vitest';
import { logTurns } from '../../src/server/logging/log-turns.ts';
import { createLogger } from '../../src/server/logging/logger.ts';
import { TestServer } from '../support/test-server.ts';

function logged(isReadable = false) {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', write: line => void lines.push(line), isReadable });
  return { logger, lines, parsed: () => lines.map(line => JSON.parse(line) as Record<string, unknown>) };
}

const WORKFLOW = `
  workload: { password: hunter22 }
  workflow:
    - { step: a, loop: { in: [1, 2], iterator: x }, tool: { kind: echo, input: { p: "{{ workload.password }}" } }, next: { arcs: [{ step: b, when: "{{ a | length > 5 }}" }, { step: c }] } }
    - { step: b, tool: { kind: echo } }
    - { step: c, tool: { kind: echo } }
`;

it('has a line for the start, each routing decision with its reasons, each loop and the end', async () => {
  const { logger, parsed, lines } = logged();
  const server = new TestServer();
  server.test.engine.watch(logTurns(logger));
  const executionId = await server.test.start(WORKFLOW);
  await server.test.engine.ended(executionId);
  expect(parsed().map(({ component, msg }) => `${component}: ${msg}`)).toEqual([
    'initial: started',
    'iterators: loop over 2 items',
    'iterators: loop ended',
    'transitions: a -> c',
    'transitions: c -> (nothing)',
    'finalize: completed',
  ]);
  expect(parsed().find(({ msg }) => msg === 'a -> c')).toMatchObject({
    level: 'info',
    execution_id: executionId,
    step: 'a',
    run: 1,
    arcs: [
      { target: 'b', matched: false, why: 'its condition is false' },
      { target: 'c', matched: true },
    ],
  });
  expect(lines.join('')).not.toContain('hunter22');
});

it('has a request with its id, and without what was sent', async () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', write: line => void lines.push(line), isReadable: false });
  const { server } = new TestServer({ server: { logger } });
  const headers = { 'x-request-id': 'abc', authorization: 'Bearer hunter22' };
  await server.inject({ method: 'GET', url: '/api/catalog/search?q=hunter22', headers });
  const answered = lines
    .map(line => JSON.parse(line) as Record<string, unknown>)
    .find(({ route }) => route !== undefined);
  expect(answered).toMatchObject({
    component: 'http',
    request_id: 'abc',
    route: '/api/catalog/search',
    status: 200,
  });
  expect(lines.join('')).not.toContain('hunter22');
});

it('is readable at a terminal, and obeys no control characters', () => {
  const { logger, lines } = logged(true);
  logger.info({ component: 'finalize', execution_id: '7' }, 'done \u001b[31mred');
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}finalize {4}done \\x1b\[31mred execution_id=7\n$/);
});
