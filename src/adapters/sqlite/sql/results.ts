/** Zero rows changed: the value is there already. */
export const INSERT_RESULT = `
INSERT INTO result (uri, execution_id, sha256, bytes) VALUES (?, ?, ?, ?)
ON CONFLICT (uri) DO NOTHING`;

/** Values: address of the result, number, text. */
export const INSERT_CHUNK = `
INSERT INTO result_chunk (result_id, n, text) SELECT result_id, ?2, ?3 FROM result WHERE uri = ?1`;

export const FIND_RESULT = `
SELECT result_id, CAST(sha256 AS BLOB) FROM result WHERE uri = ?`;

/** Values: execution, address of the last one before, limit. */
export const LIST_RESULTS = `
SELECT CAST(uri AS BLOB), CAST(sha256 AS BLOB), bytes FROM result
WHERE execution_id = ? AND uri > ? ORDER BY uri LIMIT ?`;

export const READ_CHUNKS = `
SELECT CAST(text AS BLOB) FROM result_chunk WHERE result_id = ? ORDER BY n`;
