/** Zero rows changed: the value is there already. Values: address, execution, hash, bytes, when it is gone. */
export const INSERT_RESULT = `
INSERT INTO result (uri, execution_id, sha256, bytes, expires_at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (uri) DO NOTHING`;

/** A value that is kept once more is kept until the latest of its ends, and null is the latest. Values: address, end. */
export const PROLONG_RESULT = `
UPDATE result SET expires_at = max(expires_at, ?2) WHERE uri = ?1 AND expires_at IS NOT NULL`;

/** Values: now, how many at most; -1: all. */
export const REMOVE_EXPIRED_RESULTS = `
DELETE FROM result WHERE result_id IN (SELECT result_id FROM result WHERE expires_at <= ? LIMIT ?)`;

export const COUNT_EXPIRED_RESULTS = `
SELECT count(*) FROM result WHERE expires_at <= ?`;

export const FIND_EXPIRY = `
SELECT expires_at FROM result WHERE uri = ?`;

/** Values: address of the result, number, text. */
export const INSERT_CHUNK = `
INSERT INTO result_chunk (result_id, n, text) SELECT result_id, ?2, ?3 FROM result WHERE uri = ?1`;

/** Values: address, now. */
export const FIND_RESULT = `
SELECT result_id, CAST(sha256 AS BLOB), bytes, CAST(format AS BLOB) FROM result
WHERE uri = ? AND (expires_at IS NULL OR expires_at > ?)`;

/** Values: execution, address of the last one before, now, limit. */
export const LIST_RESULTS = `
SELECT CAST(uri AS BLOB), CAST(sha256 AS BLOB), bytes FROM result
WHERE execution_id = ? AND uri > ? AND format IS NOT 'draft' AND (expires_at IS NULL OR expires_at > ?)
ORDER BY uri LIMIT ?`;

export const READ_CHUNKS = `
SELECT CAST(text AS BLOB) FROM result_chunk WHERE result_id = ? ORDER BY n`;

/** One piece, so that a body is read without being held. */
export const READ_CHUNK = `
SELECT CAST(text AS BLOB) FROM result_chunk WHERE result_id = ? AND n = ?`;

/** A body that is being written has an address of its own, which nobody knows. Values: that address, execution. */
export const INSERT_DRAFT = `
INSERT INTO result (uri, execution_id, sha256, bytes, format) VALUES (?, ?, '', 0, 'draft')`;

/** Zero rows changed: the body is there already. Values: address of the draft, its own, hash, bytes, format. */
export const PUBLISH_DRAFT = `
UPDATE result SET uri = ?2, sha256 = ?3, bytes = ?4, format = ?5
WHERE uri = ?1 AND NOT EXISTS (SELECT 1 FROM result WHERE uri = ?2)`;

/** Values: address of the draft, number of the first piece. */
export const REMOVE_CHUNKS = `
DELETE FROM result_chunk WHERE result_id = (SELECT result_id FROM result WHERE uri = ?1) AND n >= ?2`;

export const REMOVE_DRAFT = `
DELETE FROM result WHERE uri = ? AND format = 'draft'`;
