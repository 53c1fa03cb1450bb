/** What a command printed. Not events: bounded, with a retention of its own. */
export interface LogLine {
  readonly at: number;
  readonly stream: 'stdout' | 'stderr' | 'log';
  readonly text: string;
}

export interface LogAddress {
  readonly executionId: string;
  readonly commandId: string;
  readonly attempt: number;
}

/** A line, and where it stands among all lines of its execution. Places ascend; there may be gaps. */
export interface PlacedLine extends LogAddress, LogLine {
  readonly place: number;
}

/**
 * Keeps up to 10 MiB per command and attempt: then the head and the tail, with a notice of what was left
 * out between them. Writing never fails a command: what cannot be written is dropped and counted.
 */
export interface LogStore {
  write(address: LogAddress, lines: readonly LogLine[]): void;
  read(
    address: Pick<LogAddress, 'executionId'> & Partial<LogAddress>,
  ): Promise<readonly (LogAddress & LogLine)[]>;
  /**
   * Lines of an execution after a place (0: from the first on), in the order in which they were kept: at most
   * `limit`; fewer if there are no more now. Reads no others. Whoever was too slow for lines that were left out
   * finds the notice in their place.
   */
  readAfter(executionId: string, place: number, limit: number): Promise<readonly PlacedLine[]>;
  /**
   * The last lines of an execution before a place (undefined: the last of all), in the same order: at most
   * `limit`; fewer if there are no more. Reads few others.
   */
  readBefore(executionId: string, place: number | undefined, limit: number): Promise<readonly PlacedLine[]>;
  /** Resolves when everything written before is readable. */
  flush(): Promise<void>;
}
