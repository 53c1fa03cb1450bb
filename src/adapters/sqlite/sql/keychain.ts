/** One of the same key keeps its id, the time it came and its count. */
export const PUT_SECRET = `
INSERT INTO keychain (
  playbook, name, scope, execution_id, variant, kind, holds, sealed, auto_renew, expires_at, created_at, updated_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11)
ON CONFLICT (playbook, name, scope, execution_id, variant) DO UPDATE SET
  kind = excluded.kind, holds = excluded.holds, sealed = excluded.sealed, auto_renew = excluded.auto_renew,
  expires_at = excluded.expires_at, updated_at = excluded.updated_at`;

/** What is put by hand takes the place of what was resolved. */
export const REMOVE_RESOLVED = `
DELETE FROM keychain WHERE playbook = ? AND name = ? AND scope = ? AND execution_id = ? AND variant <> ''`;

export const COUNT_ACCESS = `
UPDATE keychain SET access_count = access_count + ?2, accessed_at = ?3 WHERE id = ?1`;

export const REMOVE_SECRET = `
DELETE FROM keychain WHERE id = ?`;

export const REMOVE_OF_EXECUTION = `
DELETE FROM keychain WHERE execution_id = ?`;

export const REMOVE_EXPIRED_SECRETS = `
DELETE FROM keychain WHERE expires_at <= ?`;

/** Only if it is still what was opened: one that was put since has the new key already. */
export const RESEAL_SECRET = `
UPDATE keychain SET sealed = ?3, variant = ?4 WHERE id = ?1 AND sealed = ?2`;

const COLUMNS = `
id, CAST(playbook AS BLOB), CAST(name AS BLOB), CAST(scope AS BLOB), execution_id, variant = '', CAST(kind AS BLOB),
CAST(holds AS BLOB), auto_renew, created_at, updated_at, expires_at, accessed_at, access_count, CAST(sealed AS BLOB)`;

export const FIND_SECRET = `
SELECT ${COLUMNS} FROM keychain
WHERE playbook = ? AND name = ? AND scope = ? AND execution_id = ? AND variant = ?`;

export const READ_SECRET = `
SELECT ${COLUMNS} FROM keychain WHERE id = ?`;

export const LIST_SECRETS = `
SELECT ${COLUMNS} FROM keychain`;

export const LIST_SECRETS_OF = `
SELECT ${COLUMNS} FROM keychain WHERE playbook = ?`;

export const HAS_SECRETS_OF = `
SELECT 1 FROM keychain WHERE execution_id = ? LIMIT 1`;

export const COUNT_EXPIRED_SECRETS = `
SELECT count(*) FROM keychain WHERE expires_at <= ?`;
