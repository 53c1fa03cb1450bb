/** Outcomes of tasks with `cache`, in pieces of at most 1 MiB. Keys are hashes. Times are milliseconds. */
export const cache = `
CREATE TABLE cache (
  key        TEXT    PRIMARY KEY,
  kept_at    INTEGER NOT NULL,
  expires_at INTEGER
) WITHOUT ROWID;
CREATE INDEX cache_by_expiry ON cache (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE cache_chunk (
  key  TEXT    NOT NULL REFERENCES cache (key) ON DELETE CASCADE,
  n    INTEGER NOT NULL,
  text TEXT    NOT NULL,
  PRIMARY KEY (key, n)
) WITHOUT ROWID;
`;
