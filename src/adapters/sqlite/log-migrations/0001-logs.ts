/**
 * What commands printed, in a database of its own: it may be deleted, and its damage hurts nothing else.
 * Lines stand in chunks, as JSON lists of [time, stream, text]. Chunks of the tail are deleted from the
 * front once the tail is full; `log` counts what went with them.
 */
export const logs = `
CREATE TABLE log (
  log_id        INTEGER PRIMARY KEY,
  execution_id  INTEGER NOT NULL,
  command_id    TEXT    NOT NULL,
  attempt       INTEGER NOT NULL,
  head_bytes    INTEGER NOT NULL,
  tail_bytes    INTEGER NOT NULL,
  omitted_lines INTEGER NOT NULL,
  omitted_bytes INTEGER NOT NULL,
  UNIQUE (execution_id, command_id, attempt)
);

CREATE TABLE log_chunk (
  chunk_id INTEGER PRIMARY KEY,
  log_id   INTEGER NOT NULL REFERENCES log (log_id) ON DELETE CASCADE,
  is_tail  INTEGER NOT NULL,
  n_lines  INTEGER NOT NULL,
  bytes    INTEGER NOT NULL,
  lines    TEXT    NOT NULL
);
CREATE INDEX chunk_of_log ON log_chunk (log_id, is_tail, chunk_id);
`;
