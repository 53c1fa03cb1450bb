export const CREATE_MIGRATION_TABLE = `
CREATE TABLE IF NOT EXISTS migration (
  number     INTEGER PRIMARY KEY,
  name       TEXT    NOT NULL,
  checksum   TEXT    NOT NULL,
  applied_at INTEGER NOT NULL
)`;

export const HAS_MIGRATION_TABLE = `
SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'migration'`;

export const READ_MIGRATIONS = `
SELECT number, CAST(name AS BLOB), CAST(checksum AS BLOB) FROM migration ORDER BY number`;

export const RECORD_MIGRATION = `
INSERT INTO migration (number, name, checksum, applied_at) VALUES (?, ?, ?, ?)`;
