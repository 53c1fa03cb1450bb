/** Nothing for an execution that is not there (any more). Values: execution, version, number, data. */
export const SAVE_SNAPSHOT = `
INSERT INTO snapshot (execution_id, version, n, data)
SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM execution_summary WHERE execution_id = ?1)
ON CONFLICT (execution_id, version) DO UPDATE SET data = excluded.data`;

/** Values: execution, number of the newest, which of those before it are kept: multiples of this. */
export const THIN_SNAPSHOTS = `
DELETE FROM snapshot WHERE execution_id = ?1 AND n < ?2 AND n % ?3 <> 0`;

export const LAST_SNAPSHOT_NUMBER = `
SELECT max(n) FROM snapshot WHERE execution_id = ?`;

/** Values: execution, largest version. */
export const FIND_SNAPSHOT = `
SELECT version, data FROM snapshot WHERE execution_id = ? AND version <= ? ORDER BY version DESC LIMIT 1`;
