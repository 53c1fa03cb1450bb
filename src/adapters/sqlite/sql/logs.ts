export const ENSURE_LOG = `
INSERT INTO log (execution_id, command_id, attempt, head_bytes, tail_bytes, omitted_lines, omitted_bytes)
VALUES (?, ?, ?, 0, 0, 0, 0)
ON CONFLICT (execution_id, command_id, attempt) DO NOTHING`;

export const FIND_LOG = `
SELECT log_id, head_bytes, tail_bytes, omitted_lines, omitted_bytes FROM log
WHERE execution_id = ? AND command_id = ? AND attempt = ?`;

export const UPDATE_LOG = `
UPDATE log SET
  head_bytes = ?2, tail_bytes = ?3, omitted_lines = ?4, omitted_bytes = ?5,
  written_at = max(coalesce(written_at, ?6), ?6)
WHERE log_id = ?1`;

/** Values: log, whether it belongs to the tail, how many lines, bytes, lines, number of the chunk. */
export const INSERT_LOG_CHUNK = `
INSERT INTO log_chunk (log_id, is_tail, n_lines, bytes, lines, chunk_id, execution_id)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, execution_id FROM log WHERE log_id = ?1`;

export const LAST_CHUNK = `
SELECT coalesce(max(chunk_id), 0) FROM log_chunk`;

/** Chunks with what they belong to; what was left out is told with the first chunk of the tail. */
const CHUNKS = `
SELECT
  chunk_id, CAST(command_id AS BLOB), attempt, CAST(lines AS BLOB),
  CASE WHEN is_tail = 1 AND NOT EXISTS (
    SELECT 1 FROM log_chunk AS earlier
    WHERE earlier.log_id = chunk.log_id AND earlier.is_tail = 1 AND earlier.chunk_id < chunk.chunk_id
  ) THEN omitted_lines ELSE 0 END,
  omitted_bytes
FROM log_chunk AS chunk JOIN log USING (log_id)
WHERE chunk.execution_id = ?1`;

/** Chunks of an execution from a number on. Values: execution, number, limit. */
export const READ_CHUNKS_FROM = `${CHUNKS} AND chunk_id >= ?2 ORDER BY chunk_id LIMIT ?3`;

/** The same back from a number. */
export const READ_CHUNKS_BACK = `${CHUNKS} AND chunk_id <= ?2 ORDER BY chunk_id DESC LIMIT ?3`;

export const OLDEST_TAIL_CHUNK = `
SELECT chunk_id, n_lines, bytes FROM log_chunk WHERE log_id = ? AND is_tail = 1 ORDER BY chunk_id LIMIT 1`;

export const DELETE_LOG_CHUNK = `
DELETE FROM log_chunk WHERE chunk_id = ?`;

/** Values: execution, command or null for all, attempt or null for all. */
export const READ_LOGS = `
SELECT log_id, CAST(command_id AS BLOB), attempt, omitted_lines, omitted_bytes FROM log
WHERE execution_id = ?1 AND (?2 IS NULL OR command_id = ?2) AND (?3 IS NULL OR attempt = ?3)
ORDER BY log_id`;

export const READ_LOG_CHUNKS = `
SELECT is_tail, CAST(lines AS BLOB) FROM log_chunk WHERE log_id = ? ORDER BY is_tail, chunk_id`;

export const COUNT_OLD_LOGS = `
SELECT count(*) FROM log WHERE written_at < ?`;

/** Values: time, how many at most. */
export const DELETE_OLD_LOGS = `
DELETE FROM log WHERE log_id IN (SELECT log_id FROM log WHERE written_at < ? LIMIT ?)`;

export const DELETE_LOGS_OF = `
DELETE FROM log WHERE execution_id = ?`;

/** The next execution that has printed something, after the given one. */
export const NEXT_LOGGED_EXECUTION = `
SELECT min(execution_id) FROM log WHERE execution_id > ?`;
