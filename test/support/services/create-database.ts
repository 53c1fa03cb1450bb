import type { DatabaseAddress } from './host-protocol.ts';
import { psql } from './psql.ts';
import type { PostgresServer } from './run-postgres.ts';

/** Copies a template: a test file starts with the tables it needs and disturbs no other. */
export async function createDatabase(
  binDir: string,
  server: PostgresServer,
  database: string,
  template: string,
): Promise<DatabaseAddress> {
  await psql(binDir, address(server, 'postgres'), `create database "${database}" template "${template}"`);
  return address(server, database);
}

function address(server: PostgresServer, database: string): DatabaseAddress {
  const { host, port, user, password } = server;
  return {
    host,
    port,
    user,
    password,
    database,
    url: `postgresql://${user}:${password}@${host}:${port}/${database}`,
  };
}
