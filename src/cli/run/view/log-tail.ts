import { parseCommandId } from '../../../core/command.ts';
import type { LogAddress, LogLine } from '../../../ports/log-store.ts';
import { visible } from '../../output/visible.ts';

export interface TailLine {
  readonly executionId: string;
  readonly step: string;
  readonly text: string;
}

const KEPT = 100;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const STYLES = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** The newest lines that commands printed. */
export class LogTail {
  readonly #lines: TailLine[] = [];

  add({ executionId, commandId }: LogAddress, lines: readonly LogLine[]): void {
    const step = parseCommandId(commandId)?.step ?? '';
    for (const text of lines.flatMap(line => printedLines(line.text))) {
      this.#lines.push({ executionId, step, text });
    }
    if (this.#lines.length > KEPT) this.#lines.splice(0, this.#lines.length - KEPT);
  }

  /** The last `count` of those that are wanted. */
  newest(count: number, isWanted: (line: TailLine) => boolean): readonly TailLine[] {
    return count <= 0 ? [] : this.#lines.filter(isWanted).slice(-count);
  }
}

/** The lines of a printed text as a terminal may show them; of a line that was overwritten, what it said last. */
export const printedLines = (text: string): readonly string[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map(line => visible((line.replace(/\r+$/, '').split('\r').at(-1) ?? '').replace(STYLES, '')));
