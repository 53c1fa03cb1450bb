/**
 * What keeps executions from being removed: children belong to their parents, reruns share the results of
 * their originals. `removal` names what a transaction removes, and is empty between transactions.
 */
export const references = `
ALTER TABLE execution_summary ADD COLUMN rerun_of INTEGER;
CREATE INDEX execution_by_parent ON execution_summary (parent_execution_id) WHERE parent_execution_id IS NOT NULL;
CREATE INDEX execution_by_original ON execution_summary (rerun_of) WHERE rerun_of IS NOT NULL;

CREATE TABLE removal (execution_id INTEGER PRIMARY KEY);

DROP VIEW execution;
CREATE VIEW execution AS
SELECT
  execution_id,
  path,
  hash,
  status,
  strftime('%Y-%m-%dT%H:%M:%fZ', started_at / 1000.0, 'unixepoch') AS started_at,
  strftime('%Y-%m-%dT%H:%M:%fZ', ended_at / 1000.0, 'unixepoch')   AS ended_at,
  ended_at - started_at                                            AS duration_ms,
  parent_execution_id,
  rerun_of,
  (SELECT max(version) FROM turn WHERE turn.execution_id = execution_summary.execution_id)  AS version,
  (SELECT sum(n_events) FROM turn WHERE turn.execution_id = execution_summary.execution_id) AS events
FROM execution_summary;
`;
