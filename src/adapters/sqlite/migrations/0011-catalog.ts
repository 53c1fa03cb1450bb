/**
 * Playbooks by path and version. What is long stands last in its row, so that lists and searches read past it.
 * A version number is given once: `catalog_path` remembers the last one when its entry is gone.
 */
export const catalog = `
CREATE TABLE catalog_path (
  path         TEXT    PRIMARY KEY,
  last_version INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE catalog (
  catalog_id  INTEGER PRIMARY KEY,
  path        TEXT    NOT NULL,
  version     INTEGER NOT NULL,
  kind        TEXT    NOT NULL,
  text_hash   TEXT    NOT NULL,  -- of the text
  hash        TEXT    NOT NULL,  -- of the model: what executions are pinned to
  created_at  INTEGER NOT NULL,  -- milliseconds since 1970
  archived_at INTEGER,
  searched    TEXT    NOT NULL,  -- in lower case
  meta        TEXT    NOT NULL,  -- JSON
  content     TEXT    NOT NULL,
  payload     TEXT    NOT NULL   -- JSON
);
CREATE UNIQUE INDEX catalog_by_path ON catalog (path, version);

CREATE TABLE catalog_call (
  catalog_id INTEGER NOT NULL REFERENCES catalog (catalog_id) ON DELETE CASCADE,
  callee     TEXT    NOT NULL,
  PRIMARY KEY (callee, catalog_id)
) WITHOUT ROWID;
CREATE INDEX catalog_call_of ON catalog_call (catalog_id);
`;
