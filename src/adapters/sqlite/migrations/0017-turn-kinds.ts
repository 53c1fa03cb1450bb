/**
 * What a turn has: [name, step, number of rows] each, as JSON, joined by commas. Whoever looks for events of one
 * kind reads the turns that have some. Null in turns that were written before: those are read.
 *
 * And which entry of the catalog an execution runs, as its first event says.
 */
export const turnKinds = `
ALTER TABLE turn ADD COLUMN kinds TEXT;

ALTER TABLE execution_summary ADD COLUMN catalog_id TEXT;
UPDATE execution_summary SET catalog_id = (
  SELECT nullif(events ->> '$[0].catalogId', '') FROM turn
  WHERE turn.execution_id = execution_summary.execution_id AND version = 1);
CREATE INDEX execution_by_catalog ON execution_summary (catalog_id, execution_id) WHERE catalog_id IS NOT NULL;
`;
