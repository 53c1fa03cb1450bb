/** The health of one database file. */
export interface FileHealth {
  readonly file: string;
  /** With its write-ahead log. */
  readonly bytes: number;
  /** Number of the last migration it has; undefined if it cannot be read. */
  readonly schema: number | undefined;
  /** The one that this version of the program brings it to. */
  readonly newestSchema: number;
  /** Its tables and views. */
  readonly tables: readonly string[];
  /** Those that its schema should have and it has not. */
  readonly missing: readonly string[];
  /** What SQLite finds wrong, the first of it. Empty: nothing. */
  readonly damage: readonly string[];
}

/** Looks at the databases of a store, also while somebody writes to them, and changes nothing. */
export interface DatabaseCheck {
  /** The folder of the databases. */
  readonly directory: string;
  /** Reads every page: seconds for gigabytes, for which nobody else waits. */
  check(): Promise<readonly FileHealth[]>;
}
