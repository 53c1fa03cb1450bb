/**
 * Secrets that were resolved. `sealed` is encrypted, and `variant` is a digest with a key; everything else may be
 * read by whoever has the file. `execution_id` is -1 for those that belong to no execution. Times are milliseconds.
 */
export const keychain = `
CREATE TABLE keychain (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  playbook     TEXT    NOT NULL,
  name         TEXT    NOT NULL,
  scope        TEXT    NOT NULL CHECK (scope IN ('local', 'global', 'shared')),
  execution_id INTEGER NOT NULL,
  variant      TEXT    NOT NULL,
  kind         TEXT    NOT NULL,
  holds        TEXT    NOT NULL CHECK (holds IN ('secret', 'token')),
  sealed       TEXT    NOT NULL,
  auto_renew   INTEGER NOT NULL,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL,
  accessed_at  INTEGER,
  access_count INTEGER NOT NULL DEFAULT 0,
  UNIQUE (playbook, name, scope, execution_id, variant)
);
CREATE INDEX keychain_by_execution ON keychain (execution_id);
CREATE INDEX keychain_by_expiry ON keychain (expires_at);
`;
