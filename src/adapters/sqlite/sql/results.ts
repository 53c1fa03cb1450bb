/** No row: the value is there already. */
export const INSERT_RESULT = `
INSERT INTO result (uri, execution_id, sha256, bytes) VALUES (?, ?, ?, ?)
ON CONFLICT (uri) DO NOTHING RETURNING result_id`;

export const INSERT_CHUNK = `
INSERT INTO result_chunk (result_id, n, text) VALUES (?, ?, ?)`;

export const FIND_RESULT = `
SELECT result_id, CAST(sha256 AS BLOB) FROM result WHERE uri = ?`;

export const READ_CHUNKS = `
SELECT CAST(text AS BLOB) FROM result_chunk WHERE result_id = ? ORDER BY n`;
