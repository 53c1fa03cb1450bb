/**
 * The execution of the first value with its descendants. `CROSS JOIN`, here and below, keeps SQLite from
 * turning the joins around: families are small, the table is not.
 */
const FAMILY = `
WITH RECURSIVE family (id) AS (
  SELECT execution_id FROM execution_summary WHERE execution_id = ?1
  UNION
  SELECT child.execution_id FROM family CROSS JOIN execution_summary AS child ON child.parent_execution_id = family.id
)`;

export const READ_FAMILY = `${FAMILY}
SELECT id, ended_at IS NULL FROM family CROSS JOIN execution_summary ON execution_id = id ORDER BY id <> ?1, id`;

/** The parent, if it is there. */
export const READ_PARENT = `
SELECT parent.execution_id FROM execution_summary AS child
JOIN execution_summary AS parent ON parent.execution_id = child.parent_execution_id
WHERE child.execution_id = ?`;

export const READ_RERUNS = `${FAMILY}
SELECT execution_id FROM family CROSS JOIN execution_summary ON rerun_of = family.id
WHERE execution_id NOT IN (SELECT id FROM family) ORDER BY execution_id`;

/**
 * Names the family for removal, or nobody: zero rows changed if there is no such execution, it has a
 * parent, one of the family has not ended, or a rerun outside of it needs one of them.
 */
export const MARK_FAMILY = `
INSERT INTO removal (execution_id) ${FAMILY}
SELECT id FROM family
WHERE NOT EXISTS (
    SELECT 1 FROM execution_summary AS child
    JOIN execution_summary AS parent ON parent.execution_id = child.parent_execution_id
    WHERE child.execution_id = ?1)
  AND NOT EXISTS (
    SELECT 1 FROM family AS member CROSS JOIN execution_summary ON execution_id = member.id WHERE ended_at IS NULL)
  AND NOT EXISTS (
    SELECT 1 FROM family AS member CROSS JOIN execution_summary AS rerun ON rerun.rerun_of = member.id
    WHERE rerun.execution_id NOT IN (SELECT id FROM family))`;

/** In this order: what is left is what is named for removal, until the last statement forgets the names. */
export const REMOVE_MARKED: readonly string[] = [
  'DELETE FROM turn WHERE execution_id IN (SELECT execution_id FROM removal)',
  'DELETE FROM result WHERE execution_id IN (SELECT execution_id FROM removal)',
  'DELETE FROM snapshot WHERE execution_id IN (SELECT execution_id FROM removal)',
  'DELETE FROM keychain WHERE execution_id IN (SELECT execution_id FROM removal)',
  'DELETE FROM execution_summary WHERE execution_id IN (SELECT execution_id FROM removal)',
  'DELETE FROM removal',
];

/** Values: address, pattern of addresses that belong to the log. */
export const REMOVE_RESULT = `
DELETE FROM result WHERE uri = ? AND uri NOT GLOB ? AND execution_id IN (SELECT execution_id FROM removal)`;

export const FORGET_MARKS = 'DELETE FROM removal';

/** Values: pattern of addresses that belong to the log. */
export const COUNT_RESULTS = `
SELECT count(*), coalesce(sum(bytes), 0), count(DISTINCT execution_id) FROM result
WHERE uri NOT GLOB ? AND format IS NOT 'draft'`;

/** Finished executions that are nobody's children, newest first. Values: start and id of the one before, limit. */
export const READ_ROOTS = `
SELECT execution_id, CAST(path AS BLOB), CAST(status AS BLOB), started_at, ended_at FROM execution_summary AS root
WHERE (started_at, execution_id) < (?, ?) AND ended_at IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM execution_summary AS parent WHERE parent.execution_id = root.parent_execution_id)
ORDER BY started_at DESC, execution_id DESC LIMIT ?`;

export const EXECUTION_EXISTS = `
SELECT 1 FROM execution_summary WHERE execution_id = ?`;
