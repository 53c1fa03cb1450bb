import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { buildIfStale } from './build-if-stale.ts';
import { createDatabase } from './create-database.ts';
import type { HostAnswers, HostCall } from './host-protocol.ts';
import type { RunFolder } from './run-folder.ts';
import { type NatsServer, runNats } from './run-nats.ts';
import { type PostgresServer, runPostgres } from './run-postgres.ts';
import type { Services } from './service.ts';

/**
 * Test files run in workers that know nothing of each other. What they share (one PostgreSQL, one build)
 * lives in the main process, which starts it for the first who asks and hands it to the others.
 */
export async function startTestHost(
  services: Services,
  run: RunFolder,
): Promise<{ socket: string; close(): void }> {
  const perform = createPerformer(services, run);
  const socket = join(run.path, 'host');
  const server: Server = createServer(async (request, response) => {
    try {
      const answer = await perform((await json(request)) as HostCall);
      response.end(JSON.stringify({ answer }));
    } catch (error) {
      response.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    }
  });
  server.listen(socket);
  await once(server, 'listening');
  return { socket, close: () => void server.close() };
}

function createPerformer(services: Services, run: RunFolder) {
  let postgres: Promise<PostgresServer> | undefined;
  let build: Promise<void> | undefined;
  let databases = 0;
  const nats = new Map<number, NatsServer>();

  return async (call: HostCall): Promise<HostAnswers[HostCall['call']]> => {
    switch (call.call) {
      case 'postgres': {
        const { binDir } = need(services.postgres);
        postgres ??= runPostgres(binDir, run);
        databases += 1;
        return createDatabase(binDir, await postgres, `test_${databases}`, call.template);
      }
      case 'nats': {
        const id = nats.size + 1;
        nats.set(id, { host: '', port: 0, stop: async () => {} });
        const server = await runNats(need(services.nats).command, run, id);
        nats.set(id, server);
        return { id, host: server.host, port: server.port };
      }
      case 'stop-nats':
        await nats.get(call.id)?.stop();
        return null;
      case 'build':
        build ??= buildIfStale();
        await build;
        return null;
    }
  };
}

function need<F>(service: { available: true; found: F } | { available: false; reason: string }): F {
  if (service.available) return service.found;
  throw new Error(service.reason);
}
