/**
 * Writes a turn only if the one before it is there and it is not: zero rows changed is a conflict.
 * Values: execution, version, first event, count, time, events, form, rows, kinds.
 */
export const APPEND_TURN = `
INSERT INTO turn (execution_id, version, first_event, n_events, at, events, v, rows_after, kinds)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 + coalesce(
  (SELECT rows_after FROM turn WHERE execution_id = ?1 AND version = ?2 - 1), 0
), ?9
WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM turn WHERE execution_id = ?1 AND version = ?2 - 1)
ON CONFLICT (execution_id, version) DO NOTHING`;

/** Values: execution, first and last version, limit (-1 for none). */
export const READ_TURNS = `
SELECT version, at, CAST(events AS BLOB), v FROM turn
WHERE execution_id = ? AND version BETWEEN ? AND ? ORDER BY version LIMIT ?`;

/** How many rows there are up to the end of a turn. */
export const ROWS_AFTER = `
SELECT rows_after FROM turn WHERE execution_id = ? AND version = ?`;

/**
 * What turns that may have certain events have: their kinds hold two texts. A span at a time, with the number of
 * turns of which it is not known, and the last of them. Values: execution, first and last version, length of a span, both texts.
 */
export const READ_KINDS = `
SELECT (version - ?2) / ?4 AS span, CAST(coalesce(group_concat(kinds), '') AS BLOB), sum(kinds IS NULL),
  max(iif(kinds IS NULL, version, 0))
FROM turn
WHERE execution_id = ?1 AND version BETWEEN ?2 AND ?3
  AND (kinds IS NULL OR (kinds <> '' AND instr(kinds, ?5) > 0 AND instr(kinds, ?6) > 0))
GROUP BY span ORDER BY span`;

export const LAST_TURN = `
SELECT first_event FROM turn ORDER BY seq DESC LIMIT 1`;

/** Values: execution, path, hash, status, start, end, parent, original, entry of the catalog. */
export const INSERT_SUMMARY = `
INSERT INTO execution_summary
  (execution_id, path, hash, status, started_at, ended_at, parent_execution_id, rerun_of, catalog_id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Null leaves a column as it is; an execution that has ended stays as it ended. Values as above. */
export const UPDATE_SUMMARY = `
UPDATE execution_summary SET
  path = coalesce(?2, path),
  hash = coalesce(?3, hash),
  status = coalesce(?4, status),
  started_at = coalesce(?5, started_at),
  ended_at = ?6,
  parent_execution_id = coalesce(?7, parent_execution_id),
  rerun_of = coalesce(?8, rerun_of),
  catalog_id = coalesce(?9, catalog_id)
WHERE execution_id = ?1 AND ended_at IS NULL`;
