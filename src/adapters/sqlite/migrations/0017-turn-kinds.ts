/**
 * What a turn has, as a JSON list of [name, step, number of rows]: whoever looks for events of one kind reads
 * the turns that have some. Null in turns that were written before: those are read.
 */
export const turnKinds = `
ALTER TABLE turn ADD COLUMN kinds TEXT;
`;
