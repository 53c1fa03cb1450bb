import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Stores } from '../../src/adapters/common/stores.ts';
import { Connection } from '../../src/adapters/sqlite/connection.ts';
import { openDataDirectory } from '../../src/adapters/sqlite/index.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { deferred } from '../../src/common/deferred.ts';
import { mappingOf } from '../../src/common/plain-value.ts';
import { createTool } from '../../src/tools/http/index.ts';
import { HandClock } from '../support/hand-clock.ts';
import { useServer } from '../support/http-server.ts';
import { SETTINGS } from '../support/run-tool.ts';
import { TestEngine } from '../support/test-engine.ts';

const http = createTool(SETTINGS);
afterAll(() => http.close?.());

const PART = 'x'.repeat(6 * 1024 * 1024);

const FETCH = `
  workload: { api: x }
  workflow:
    - { step: fetch, tool: { kind: http, url: "{{ workload.api }}" } }
`;

describe('a large body that does not come to its end', () => {
  const server = useServer();
  let folder: string;
  let stores: Stores;
  let clock: HandClock;
  let test: TestEngine;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-bodies-'));
    stores = await openDataDirectory(join(folder, 'data'));
    clock = new HandClock();
    test = new TestEngine({ stores, clock, tools: { http: (call, io) => http.run(call, io) } });
  });
  afterEach(async () => {
    expect(test.troubles).toEqual([]);
    await stores.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = () => test.start(FETCH, mappingOf([['api', server.origin]]));

  const phaseOf = async (id: string) => (await test.engine.ended(id)).phase;

  /** How many rows hold a part of a value, seen or not. */
  function piecesLeft(): number {
    const reader = new Connection(join(folder, 'data', 'noetl.db'), { readOnly: true });
    const [count] = reader.prepare('SELECT count(*) FROM result_chunk').get() ?? [];
    reader.close();
    return Number(count);
  }

  /** The server sends a part and then waits; resolves when pieces of it are in the store. */
  async function underWay(): Promise<{ id: string; end: () => void }> {
    const sent = deferred<() => void>();
    server.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write(PART, () => sent.resolve(() => response.destroy()));
    };
    const id = await start();
    const end = await sent.promise;
    while (piecesLeft() < 5) await new Promise(resolve => setImmediate(resolve));
    return { id, end };
  }

  it('because the connection breaks fails in a way that may pass, and leaves nothing', async () => {
    const { id, end } = await underWay();
    end();
    expect(await phaseOf(id)).toMatchObject({
      kind: 'failed',
      error: {
        kind: 'connection',
        message: expect.stringContaining('closed before the response was complete'),
      },
    });
    expect(await stores.results.list(id, { limit: 9 })).toEqual([]);
    expect(piecesLeft()).toBe(0);
  });

  it('in time fails, and leaves nothing', async () => {
    const { id } = await underWay();
    while (!(await test.engine.state(id)).phase.kind.startsWith('fail') && clock.advance()) {
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(await phaseOf(id)).toMatchObject({ kind: 'failed', error: { kind: 'timeout' } });
    expect(await stores.results.list(id, { limit: 9 })).toEqual([]);
    expect(piecesLeft()).toBe(0);
  });

  it('because the execution is cancelled leaves nothing', async () => {
    const { id } = await underWay();
    await test.engine.send(id, { kind: 'cancel', reason: 'enough' });
    expect((await phaseOf(id)).kind).toBe('cancelled');
    while (piecesLeft() > 0) await new Promise(resolve => setImmediate(resolve));
    expect(await stores.results.list(id, { limit: 9 })).toEqual([]);
  });

  it('keeps nobody else from going on', async () => {
    const { id, end } = await underWay();
    const other = await test.run('workflow:\n  - { step: a, tool: { kind: echo, input: { n: 1 } } }');
    expect(other.phase.kind).toBe('completed');
    expect((await test.engine.state(id)).phase.kind).toBe('in_progress');
    end();
    await test.engine.ended(id);
  });

  it('is asked for again by a retry, and is there once then', async () => {
    let requests = 0;
    server.answer = (_, response) => {
      requests += 1;
      response.writeHead(200, { 'content-type': 'text/plain' });
      if (requests === 1) response.write(PART, () => response.destroy());
      else response.end(PART);
    };
    test = new TestEngine({ stores, clock: systemClock, tools: { http: (call, io) => http.run(call, io) } });
    const retry = FETCH.replace('api }}" }', 'api }}" }, retry: { max_attempts: 2, initial_delay: 1ms }');
    const id = await test.start(retry, mappingOf([['api', server.origin]]));
    expect((await phaseOf(id)).kind).toBe('completed');
    const [stored, ...more] = await stores.results.list(id, { limit: 9 });
    expect(more).toEqual([]);
    expect(await stores.results.get(stored?.uri ?? '')).toHaveLength(PART.length);
    expect(piecesLeft()).toBe(6);
  });
});
