/** When the last line of a log was printed: logs are removed by their age. */
export const logAge = `
ALTER TABLE log ADD COLUMN written_at INTEGER;
UPDATE log SET written_at = (
  SELECT max(lines ->> '$[#-1][0]') FROM log_chunk WHERE log_chunk.log_id = log.log_id);
CREATE INDEX log_by_age ON log (written_at);
`;
