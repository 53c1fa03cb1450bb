const COLUMNS = `
  execution_id, CAST(path AS BLOB), CAST(hash AS BLOB), CAST(status AS BLOB), started_at, ended_at, parent_execution_id,
  rerun_of, CAST(catalog_id AS BLOB), (SELECT max(version) FROM turn WHERE turn.execution_id = execution_summary.execution_id),
  (
    SELECT rows_after FROM turn WHERE turn.execution_id = execution_summary.execution_id
    ORDER BY turn.version DESC LIMIT 1
  )`;

export const READ_SUMMARY = `
SELECT ${COLUMNS} FROM execution_summary WHERE execution_id = ?`;

/** One statement per filter, so that each has its index. Last two values: largest id, limit. */
export const LIST = `
SELECT ${COLUMNS} FROM execution_summary
WHERE execution_id <= ? ORDER BY execution_id DESC LIMIT ?`;

export const LIST_BY_STATUS = `
SELECT ${COLUMNS} FROM execution_summary
WHERE status = ? AND execution_id <= ? ORDER BY execution_id DESC LIMIT ?`;

export const LIST_BY_PATH = `
SELECT ${COLUMNS} FROM execution_summary
WHERE path = ? AND execution_id <= ? ORDER BY execution_id DESC LIMIT ?`;

export const LIST_BY_PATH_AND_STATUS = `
SELECT ${COLUMNS} FROM execution_summary
WHERE path = ? AND status = ? AND execution_id <= ? ORDER BY execution_id DESC LIMIT ?`;

/** Values: parent, largest id, limit. */
export const LIST_BY_PARENT = `
SELECT ${COLUMNS} FROM execution_summary
WHERE parent_execution_id = ? AND execution_id <= ? ORDER BY execution_id DESC LIMIT ?`;

/**
 * Looks through the list, newest first. Values: path, part of a path, status, start, largest id, limit, offset,
 * entry of the catalog.
 */
export const SEARCH = `
SELECT ${COLUMNS} FROM execution_summary
WHERE (?1 IS NULL OR path = ?1)
  AND (?2 IS NULL OR instr(lower(path), lower(?2)) > 0)
  AND (?3 IS NULL OR status = ?3)
  AND (?4 IS NULL OR started_at >= ?4)
  AND (?8 IS NULL OR catalog_id = ?8)
  AND execution_id <= ?5
ORDER BY execution_id DESC LIMIT ?6 OFFSET ?7`;

export const OPEN = `
SELECT execution_id FROM execution_summary WHERE ended_at IS NULL ORDER BY execution_id`;

/** Values: from (inclusive), to (exclusive), in milliseconds. */
export const COUNT = `
SELECT CAST(status AS BLOB), count(*) FROM execution_summary
WHERE started_at >= ? AND started_at < ? GROUP BY status`;
