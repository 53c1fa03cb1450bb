/**
 * Lists are in the order in which executions started: ids of called executions follow from the command that calls them,
 * and say nothing about time. The index by start also counts them by status.
 */
export const listsByStart = `
DROP INDEX execution_by_status;
DROP INDEX execution_by_path;
DROP INDEX execution_by_parent;
DROP INDEX execution_by_start;
DROP INDEX execution_by_catalog;
CREATE INDEX execution_by_status ON execution_summary (status, started_at, execution_id);
CREATE INDEX execution_by_path ON execution_summary (path, started_at, execution_id);
CREATE INDEX execution_by_parent ON execution_summary (parent_execution_id, started_at, execution_id)
  WHERE parent_execution_id IS NOT NULL;
CREATE INDEX execution_by_start ON execution_summary (started_at, execution_id, status);
CREATE INDEX execution_by_catalog ON execution_summary (catalog_id, started_at, execution_id) WHERE catalog_id IS NOT NULL;
`;
