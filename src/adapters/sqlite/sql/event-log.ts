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
 * Turns that may have certain events: their kinds hold two texts, or are not known.
 * Values: execution, first version, both texts, limit.
 */
export const FIND_TURNS = `
SELECT version, CAST(kinds AS BLOB) FROM turn
WHERE execution_id = ?1 AND version >= ?2 AND (kinds IS NULL OR (instr(kinds, ?3) > 0 AND instr(kinds, ?4) > 0))
ORDER BY version LIMIT ?5`;

export const LAST_TURN = `
SELECT first_event FROM turn ORDER BY seq DESC LIMIT 1`;

/** Values: execution, path, hash, status, start, end, parent, original. */
export const INSERT_SUMMARY = `
INSERT INTO execution_summary
  (execution_id, path, hash, status, started_at, ended_at, parent_execution_id, rerun_of)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Null leaves a column as it is; an execution that has ended stays as it ended. Values as above. */
export const UPDATE_SUMMARY = `
UPDATE execution_summary SET
  path = coalesce(?2, path),
  hash = coalesce(?3, hash),
  status = coalesce(?4, status),
  started_at = coalesce(?5, started_at),
  ended_at = ?6,
  parent_execution_id = coalesce(?7, parent_execution_id),
  rerun_of = coalesce(?8, rerun_of)
WHERE execution_id = ?1 AND ended_at IS NULL`;
