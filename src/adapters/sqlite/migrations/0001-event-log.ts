/**
 * The log, one row per turn, and what lists of executions show.
 *
 * `turn.seq` is the order of commits. A rowid table with a unique index costs half the CPU per row of a
 * table clustered by (execution, version), and the index is the compare-and-set.
 */
export const eventLog = `
CREATE TABLE turn (
  seq          INTEGER PRIMARY KEY,
  execution_id INTEGER NOT NULL,
  version      INTEGER NOT NULL,
  first_event  INTEGER,           -- id of the first of its events
  n_events     INTEGER NOT NULL,
  at           INTEGER NOT NULL,  -- milliseconds since 1970
  events       TEXT    NOT NULL,  -- JSON list
  v            INTEGER NOT NULL   -- form of the JSON
);
CREATE UNIQUE INDEX turn_of_execution ON turn (execution_id, version);

CREATE TABLE execution_summary (
  execution_id        INTEGER PRIMARY KEY,
  path                TEXT    NOT NULL,
  hash                TEXT    NOT NULL,
  status              TEXT    NOT NULL,
  started_at          INTEGER NOT NULL,
  ended_at            INTEGER,
  parent_execution_id INTEGER
);
CREATE INDEX execution_by_status ON execution_summary (status, execution_id);
CREATE INDEX execution_by_path ON execution_summary (path, execution_id);
CREATE INDEX execution_without_end ON execution_summary (execution_id) WHERE ended_at IS NULL;
`;
