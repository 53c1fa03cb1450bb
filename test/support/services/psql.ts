import { join } from 'node:path';
import { execute } from './execute.ts';
import type { DatabaseAddress } from './host-protocol.ts';

/** Runs SQL with PostgreSQL's own client; answers with the bare rows, columns separated by `|`. */
export function psql(binDir: string, address: DatabaseAddress, sql: string): Promise<string> {
  const { host, port, user, password, database } = address;
  const options = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1'];
  const place = ['-h', host, '-p', String(port), '-U', user, '-d', database];
  return execute(join(binDir, 'psql'), [...options, ...place, '-c', sql], { env: { PGPASSWORD: password } });
}
