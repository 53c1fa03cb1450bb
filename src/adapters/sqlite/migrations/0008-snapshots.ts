/**
 * Folded states, so that not every log has to be read from its start. Nothing but a saving of time: the
 * rows may be deleted at any moment. `n` counts the snapshots of an execution; older ones are thinned out
 * by it.
 */
export const snapshots = `
CREATE TABLE snapshot (
  snapshot_id  INTEGER PRIMARY KEY,
  execution_id INTEGER NOT NULL,
  version      INTEGER NOT NULL,  -- of the last turn that is in it
  n            INTEGER NOT NULL,
  data         BLOB    NOT NULL   -- JSON, deflated
);
CREATE UNIQUE INDEX snapshot_of_execution ON snapshot (execution_id, version);
`;
