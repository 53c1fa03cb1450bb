import type { LogAddress, LogLine, LogStore } from '../../ports/log-store.ts';
import { LogBuffer } from '../common/log-buffer.ts';
import { HALF_OF_LOG, omissionNotice } from '../common/log-lines.ts';
import { closedError } from '../common/store-error.ts';

interface KeptLog {
  readonly address: LogAddress;
  readonly buffer: LogBuffer;
}

export class MemoryLogStore implements LogStore {
  readonly #logs = new Map<string, KeptLog>();
  #isOpen = true;

  write(address: LogAddress, lines: readonly LogLine[]): void {
    if (!this.#isOpen || lines.length === 0) return;
    const { executionId, commandId, attempt } = address;
    const key = JSON.stringify([executionId, commandId, attempt]);
    const found = this.#logs.get(key);
    const log = found ?? {
      address: { executionId, commandId, attempt },
      buffer: new LogBuffer(HALF_OF_LOG),
    };
    if (!found) this.#logs.set(key, log);
    log.buffer.push(lines);
  }

  async read(
    wanted: Pick<LogAddress, 'executionId'> & Partial<LogAddress>,
  ): Promise<readonly (LogAddress & LogLine)[]> {
    if (!this.#isOpen) throw closedError('the log store');
    return [...this.#logs.values()]
      .filter(({ address }) => matches(address, wanted))
      .flatMap(({ address, buffer }) => linesOf(buffer).map(line => ({ ...address, ...line })));
  }

  async flush(): Promise<void> {
    if (!this.#isOpen) throw closedError('the log store');
  }

  /** The logs whose last line is older. */
  olderThan(time: number): readonly string[] {
    return [...this.#logs].filter(([, { buffer }]) => (buffer.writtenAt ?? time) < time).map(([key]) => key);
  }

  removeOlderThan(time: number): number {
    const old = this.olderThan(time);
    for (const key of old) this.#logs.delete(key);
    return old.length;
  }

  remove(executionId: string): void {
    for (const [key, { address }] of this.#logs)
      if (address.executionId === executionId) this.#logs.delete(key);
  }

  close(): void {
    this.#isOpen = false;
    this.#logs.clear();
  }
}

function matches(address: LogAddress, wanted: Partial<LogAddress>): boolean {
  return (
    address.executionId === wanted.executionId &&
    (wanted.commandId === undefined || address.commandId === wanted.commandId) &&
    (wanted.attempt === undefined || address.attempt === wanted.attempt)
  );
}

function linesOf({ head, tail, omitted }: LogBuffer): readonly LogLine[] {
  const notice = omitted.lines === 0 ? [] : [omissionNotice(omitted, tail[0]?.at ?? 0)];
  return [...head, ...notice, ...tail];
}
