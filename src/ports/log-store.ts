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

/**
 * Keeps up to 10 MiB per command and attempt: then the head and the tail, with a notice of what was left
 * out between them. Writing never fails a command: what cannot be written is dropped and counted.
 */
export interface LogStore {
  write(address: LogAddress, lines: readonly LogLine[]): void;
  read(
    address: Pick<LogAddress, 'executionId'> & Partial<LogAddress>,
  ): Promise<readonly (LogAddress & LogLine)[]>;
  /** Resolves when everything written before is readable. */
  flush(): Promise<void>;
}
