/** Executions of some days, by status, are counted from the index alone. */
export const executionCounts = `
CREATE INDEX execution_by_start ON execution_summary (started_at, status);
`;
