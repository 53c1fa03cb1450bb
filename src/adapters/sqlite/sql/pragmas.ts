/*
 * `auto_vacuum` comes first: it takes effect while the file is still empty. Pages that become free can then
 * be given back to the disk bit by bit; without it the whole file would have to be written anew.
 */

/** Durable when a commit returns; readers of other processes never wait for the writer, nor it for them. */
export const DURABLE = `
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA journal_size_limit = 67108864;`;

/** For what may lose its last moments when the machine, not only the process, stops. */
export const RELAXED = `
PRAGMA auto_vacuum = INCREMENTAL;
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA foreign_keys = ON;
PRAGMA journal_size_limit = 67108864;`;

export const AUTO_VACUUM = `
PRAGMA auto_vacuum`;

/** The value of `AUTO_VACUUM` where free pages can be given back bit by bit. */
export const INCREMENTAL = 2;

/** For a file from before `auto_vacuum` was set: written anew once, with it. */
export const VACUUM = `
PRAGMA auto_vacuum = INCREMENTAL;
VACUUM;`;

export const FREE_PAGES = `
PRAGMA freelist_count`;

/** Gives 8 MiB of free pages back. */
export const VACUUM_A_BIT = `
PRAGMA incremental_vacuum(2000)`;

/** Moves the write-ahead log into the database, as far as no reader is in the way: only then it shrinks. */
export const CHECKPOINT = `
PRAGMA wal_checkpoint(TRUNCATE)`;
