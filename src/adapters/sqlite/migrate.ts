import { sha256Hex } from '../../common/sha256.ts';
import { StoreError } from '../common/store-error.ts';
import { type Connection, toNumber, toText } from './connection.ts';
import type { Migration } from './migrations/migration.ts';
import * as sql from './sql/migration.ts';

/** Brings a database to the newest schema, in one transaction: one wait for the disk, and all or nothing. */
export function migrate(connection: Connection, migrations: readonly Migration[], now: number): void {
  const missing = checkSchema(connection, migrations);
  if (missing.length === 0) return;
  connection.transaction(() => {
    connection.exec(sql.CREATE_MIGRATION_TABLE);
    const record = connection.prepare(sql.RECORD_MIGRATION);
    for (const { number, name, sql: change } of missing) {
      connection.exec(change);
      record.run(number, name, sha256Hex(change), now);
    }
  });
}

/** For those who may not write: the schema must be there and be the one this version knows. */
export function requireSchema(connection: Connection, migrations: readonly Migration[]): void {
  if (checkSchema(connection, migrations).length === 0) return;
  throw new StoreError(
    'store_too_old',
    `${connection.path} was written by an older version of noetl: a server, or any other command of this version, has to migrate it`,
  );
}

/** The migrations it does not have yet. Throws if what it has is not what this version knows. */
function checkSchema(connection: Connection, migrations: readonly Migration[]): readonly Migration[] {
  const applied = readApplied(connection);
  const newer = applied.find(({ number }) => migrations.every(known => known.number !== number));
  if (newer) {
    throw new StoreError(
      'store_too_new',
      `${connection.path} was written by a newer version of noetl (its schema has migration ` +
        `${newer.number}, ${newer.name}; this version knows up to ${migrations.at(-1)?.number ?? 0}): update noetl`,
    );
  }
  return migrations.filter(migration => {
    const found = applied.find(({ number }) => number === migration.number);
    if (found && found.checksum !== sha256Hex(migration.sql)) {
      throw new StoreError(
        'store_migration_changed',
        `${connection.path}: migration ${migration.number} (${migration.name}) is not the one this version ` +
          'of noetl has; the database comes from a build that was never released',
      );
    }
    return !found;
  });
}

function readApplied(connection: Connection) {
  if (toNumber(connection.prepare(sql.HAS_MIGRATION_TABLE).get()?.[0]) === 0) return [];
  return connection
    .prepare(sql.READ_MIGRATIONS)
    .all()
    .map(([number, name, checksum]) => ({
      number: toNumber(number),
      name: toText(name),
      checksum: toText(checksum),
    }));
}
