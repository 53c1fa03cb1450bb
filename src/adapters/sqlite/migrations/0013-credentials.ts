/** `sealed` is encrypted; everything else may be read by whoever has the file. Times are milliseconds. */
export const credentials = `
CREATE TABLE credential (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT    NOT NULL UNIQUE,
  type        TEXT    NOT NULL,
  sealed      TEXT    NOT NULL,
  description TEXT,
  tags        TEXT    NOT NULL,
  meta        TEXT,
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL
);
`;
