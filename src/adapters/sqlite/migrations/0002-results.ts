/** Values too large for an event, in pieces of at most 1 MiB, as JSON text that can be read with SQL. */
export const results = `
CREATE TABLE result (
  result_id    INTEGER PRIMARY KEY,
  uri          TEXT    NOT NULL UNIQUE,
  execution_id INTEGER NOT NULL,
  sha256       TEXT    NOT NULL,
  bytes        INTEGER NOT NULL
);
CREATE INDEX result_of_execution ON result (execution_id);

CREATE TABLE result_chunk (
  result_id INTEGER NOT NULL REFERENCES result (result_id) ON DELETE CASCADE,
  n         INTEGER NOT NULL,
  text      TEXT    NOT NULL,
  PRIMARY KEY (result_id, n)
) WITHOUT ROWID;
`;
