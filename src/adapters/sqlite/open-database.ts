import { Connection } from './connection.ts';
import { migrate, requireSchema } from './migrate.ts';
import type { Migration } from './migrations/migration.ts';

export interface DatabaseOptions {
  readonly migrations: readonly Migration[];
  /** Settings of the connection that writes. */
  readonly pragmas: string;
}

/** Opens a database for writing, creating and migrating it as needed. */
export function openDatabase(path: string, { migrations, pragmas }: DatabaseOptions): Connection {
  return opened(new Connection(path), connection => {
    connection.exec(pragmas);
    migrate(connection, migrations, Date.now());
  });
}

/** Opens one that somebody else may be writing to. */
export function openDatabaseForReading(path: string, { migrations }: DatabaseOptions): Connection {
  return opened(new Connection(path, { readOnly: true }), connection =>
    requireSchema(connection, migrations),
  );
}

function opened(connection: Connection, prepare: (connection: Connection) => void): Connection {
  try {
    prepare(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
