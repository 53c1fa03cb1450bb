/** Durable when a commit returns; readers of other processes never wait for the writer, nor it for them. */
export const DURABLE = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA journal_size_limit = 67108864;`;

/** For what may lose its last moments when the machine, not only the process, stops. */
export const RELAXED = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA foreign_keys = ON;
PRAGMA journal_size_limit = 67108864;`;
