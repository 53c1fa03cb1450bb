/** Chunks of an execution in the order of their numbers, for those who follow what it prints. */
export const chunkOrder = `
ALTER TABLE log_chunk ADD COLUMN execution_id INTEGER;
UPDATE log_chunk SET execution_id = (SELECT execution_id FROM log WHERE log.log_id = log_chunk.log_id);
CREATE INDEX chunk_of_execution ON log_chunk (execution_id, chunk_id);
`;
