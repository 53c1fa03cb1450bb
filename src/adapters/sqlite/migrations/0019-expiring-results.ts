/** When a value that was kept for a time is gone, in milliseconds since 1970; null: with its execution. */
export const expiringResults = `
ALTER TABLE result ADD COLUMN expires_at INTEGER;
CREATE INDEX result_by_expiry ON result (expires_at) WHERE expires_at IS NOT NULL;
`;
