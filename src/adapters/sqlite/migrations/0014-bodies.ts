/**
 * How a value is read: null, as JSON with tags (the chunks are texts); `json`, `text`, `binary`, as a body
 * that was written piece by piece (the chunks are bytes); `draft`, not at all: it is still being written, or
 * its writer is gone.
 */
export const bodies = `
ALTER TABLE result ADD COLUMN format TEXT;
`;
