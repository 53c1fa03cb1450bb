/** One of the same name keeps its id and the time it was created. */
export const PUT_CREDENTIAL = `
INSERT INTO credential (name, type, sealed, description, tags, meta, created_at, updated_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
ON CONFLICT (name) DO UPDATE SET
  type = excluded.type, sealed = excluded.sealed, description = excluded.description,
  tags = excluded.tags, meta = excluded.meta, updated_at = excluded.updated_at`;

export const REMOVE_CREDENTIAL = `
DELETE FROM credential WHERE name = ?`;

/** Only if it is still what was opened: one that was stored since has the new key already. */
export const RESEAL_CREDENTIAL = `
UPDATE credential SET sealed = ?3 WHERE name = ?1 AND sealed = ?2`;

const COLUMNS = `
id, CAST(name AS BLOB), CAST(type AS BLOB), CAST(description AS BLOB), CAST(tags AS BLOB), CAST(meta AS BLOB),
created_at, updated_at, CAST(sealed AS BLOB)`;

export const READ_CREDENTIAL = `
SELECT ${COLUMNS} FROM credential WHERE name = ?`;

export const READ_CREDENTIAL_BY_ID = `
SELECT ${COLUMNS} FROM credential WHERE id = ?`;

export const LIST_CREDENTIALS = `
SELECT ${COLUMNS} FROM credential`;
