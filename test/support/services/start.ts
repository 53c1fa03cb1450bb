import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { found } from './describe-with.ts';
import type { DatabaseAddress, HostAnswers, HostCall } from './host-protocol.ts';
import { psql } from './psql.ts';

export interface TestDatabase extends DatabaseAddress {
  /** Runs SQL with psql: bare rows, columns separated by `|`. */
  query(sql: string): Promise<string>;
}

/** A database of this test file's own, in the PostgreSQL that all test files share. It needs no clean-up. */
export async function startPostgres({ template = 'template1' } = {}): Promise<TestDatabase> {
  const address = await ask('postgres', { call: 'postgres', template });
  return { ...address, query: sql => psql(found('postgres').binDir, address, sql) };
}

/** A NATS server with JetStream of this test file's own. */
export async function startNats(): Promise<{
  host: string;
  port: number;
  url: string;
  stop(): Promise<void>;
}> {
  const { id, host, port } = await ask('nats', { call: 'nats' });
  const stop = async () => void (await ask('stop-nats', { call: 'stop-nats', id }));
  return { host, port, url: `nats://${host}:${port}`, stop };
}

/** Resolves when dist/ is built from the sources as they are. */
export async function ensureBuilt(): Promise<void> {
  await ask('build', { call: 'build' });
}

async function ask<C extends HostCall['call']>(
  _call: C,
  body: Extract<HostCall, { call: C }>,
): Promise<HostAnswers[C]> {
  const reply = await new Promise<string>((resolve, reject) => {
    const post = request({ socketPath: inject('hostSocket'), method: 'POST' }, response => {
      text(response).then(resolve, reject);
    });
    post.on('error', reject);
    post.end(JSON.stringify(body));
  });
  const { answer, error } = JSON.parse(reply) as { answer: HostAnswers[C]; error?: string };
  if (error !== undefined) throw new Error(error);
  return answer;
}
