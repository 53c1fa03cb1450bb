export const CREATE_INCARNATION = `
CREATE TABLE IF NOT EXISTS incarnation (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), count INTEGER NOT NULL)`;

export const NEXT_INCARNATION = `
INSERT INTO incarnation (only_row, count) VALUES (1, 1)
ON CONFLICT (only_row) DO UPDATE SET count = count + 1
RETURNING count`;

/** Any reading will do: it is refused while the lock is held. */
export const LOOK_AT_LOCK = 'SELECT count(*) FROM sqlite_schema';
