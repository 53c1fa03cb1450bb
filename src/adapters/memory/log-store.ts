import { cutLongLines, omissionNotice } from '../../ports/log-lines.ts';
import type { LogAddress, LogLine, LogStore, PlacedLine } from '../../ports/log-store.ts';
import { LogBuffer } from '../common/log-buffer.ts';
import { HALF_OF_LOG } from '../common/log-lines.ts';
import { closedError } from '../common/store-error.ts';

/** Even places are those of lines; the odd one before a line is that of what was left out before it. */
type KeptLine = LogLine & { readonly place: number };

interface KeptLog {
  readonly address: LogAddress;
  readonly buffer: LogBuffer<KeptLine>;
}

export class MemoryLogStore implements LogStore {
  readonly #logs = new Map<string, KeptLog>();
  #lastPlace = 0;
  #isOpen = true;

  write(address: LogAddress, lines: readonly LogLine[]): void {
    if (!this.#isOpen || lines.length === 0) return;
    const { executionId, commandId, attempt } = address;
    const key = JSON.stringify([executionId, commandId, attempt]);
    const found = this.#logs.get(key);
    const log = found ?? {
      address: { executionId, commandId, attempt },
      buffer: new LogBuffer<KeptLine>(HALF_OF_LOG),
    };
    if (!found) this.#logs.set(key, log);
    log.buffer.push(cutLongLines(lines).map(line => ({ ...line, place: this.#nextPlace() })));
  }

  async read(
    wanted: Pick<LogAddress, 'executionId'> & Partial<LogAddress>,
  ): Promise<readonly (LogAddress & LogLine)[]> {
    if (!this.#isOpen) throw closedError('the log store');
    return [...this.#logs.values()]
      .filter(({ address }) => matches(address, wanted))
      .flatMap(({ address, buffer }) =>
        linesOf(buffer).map(({ at, stream, text }) => ({ ...address, at, stream, text })),
      );
  }

  async readAfter(executionId: string, place: number, limit: number): Promise<readonly PlacedLine[]> {
    return this.#placed(executionId)
      .filter(line => line.place > place)
      .slice(0, limit);
  }

  async readBefore(
    executionId: string,
    place: number | undefined = Number.POSITIVE_INFINITY,
    limit: number,
  ): Promise<readonly PlacedLine[]> {
    const lines = this.#placed(executionId).filter(line => line.place < place);
    return lines.slice(Math.max(0, lines.length - limit));
  }

  #placed(executionId: string): readonly PlacedLine[] {
    if (!this.#isOpen) throw closedError('the log store');
    return [...this.#logs.values()]
      .filter(({ address }) => address.executionId === executionId)
      .flatMap(({ address, buffer }) => linesOf(buffer).map(line => ({ ...address, ...line })))
      .sort((a, b) => a.place - b.place);
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

  #nextPlace(): number {
    this.#lastPlace += 2;
    return this.#lastPlace;
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

function linesOf({ head, tail, omitted }: LogBuffer<KeptLine>): readonly KeptLine[] {
  const [first] = tail;
  if (omitted.lines === 0 || !first) return [...head, ...tail];
  return [...head, { ...omissionNotice(omitted, first.at), place: first.place - 1 }, ...tail];
}
