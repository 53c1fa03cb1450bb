import type { RunId } from './event.ts';

/** A run of a loop whose results are read by reference, or a part of them. */
export interface LoopAddress extends RunId {
  readonly executionId: string;
  /** Which part: the results from `part * PART_LENGTH` on. Undefined: all of them. */
  readonly part: number | undefined;
}

/** Results in one part; the last part may have fewer. */
export const PART_LENGTH = 1_000;

export function loopUri(executionId: string, { step, run }: RunId): string {
  return `noetl://execution/${executionId}/loop/${step}/${run}`;
}

/** The address of a part of the results at `uri`. */
export const partUri = (uri: string, part: number): string => `${uri}#${part}`;

const LOOP = /^noetl:\/\/execution\/([^/]+)\/loop\/([^/]+)\/(\d+)(?:#(\d+))?$/;

export function parseLoopUri(uri: string): LoopAddress | undefined {
  const match = LOOP.exec(uri);
  if (!match) return undefined;
  const [, executionId = '', step = '', run, part] = match;
  return { executionId, step, run: Number(run), part: part === undefined ? undefined : Number(part) };
}
