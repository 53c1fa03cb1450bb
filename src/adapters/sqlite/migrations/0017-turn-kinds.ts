/**
 * What a turn has: [name, step, number of rows] each, as JSON, joined by commas. Whoever looks for events of one
 * kind reads the turns that have some. Null in turns that were written before: those are read.
 */
export const turnKinds = `
ALTER TABLE turn ADD COLUMN kinds TEXT;
`;
