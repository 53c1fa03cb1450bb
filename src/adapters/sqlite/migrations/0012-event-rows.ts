/**
 * How many events an execution has, as they are shown: one for each iteration of those that speak of several.
 * Every turn knows how many there are up to its end, so that any page of a long log is found by halving.
 */
export const eventRows = `
ALTER TABLE turn ADD COLUMN rows_after INTEGER;

UPDATE turn SET rows_after = counted.rows_after
FROM (
  SELECT
    execution_id,
    version,
    sum((
      SELECT coalesce(sum(max(
        1,
        coalesce(json_array_length(one.value, '$.settled'), 1),
        coalesce((one.value ->> '$.window.to') - (one.value ->> '$.window.from'), 1)
      )), 0)
      FROM json_each(turn.events) AS one
    )) OVER (PARTITION BY execution_id ORDER BY version) AS rows_after
  FROM turn
) AS counted
WHERE turn.execution_id = counted.execution_id AND turn.version = counted.version;

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
  (
    SELECT rows_after FROM turn WHERE turn.execution_id = execution_summary.execution_id
    ORDER BY turn.version DESC LIMIT 1
  )                                                                AS events
FROM execution_summary;
`;
