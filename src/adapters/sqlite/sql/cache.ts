/** Chunks go with their entry. */
export const REMOVE_CACHED = `
DELETE FROM cache WHERE key = ?`;

export const REMOVE_EXPIRED = `
DELETE FROM cache WHERE expires_at <= ?`;

export const INSERT_CACHED = `
INSERT INTO cache (key, kept_at, expires_at) VALUES (?, ?, ?)`;

export const INSERT_CACHED_CHUNK = `
INSERT INTO cache_chunk (key, n, text) VALUES (?, ?, ?)`;

/** An entry with its chunks in one statement: nobody replaces it in between. */
export const READ_CACHED = `
SELECT cache.kept_at, cache.expires_at, CAST(cache_chunk.text AS BLOB)
FROM cache JOIN cache_chunk USING (key)
WHERE cache.key = ?1 AND (cache.expires_at IS NULL OR cache.expires_at > ?2)
ORDER BY cache_chunk.n`;
