import type { PlainMapping, PlainValue } from '../common/plain-value.ts';

/**
 * Work for a worker. It names the step of the pinned playbook and ships what its templates and code
 * read; the worker renders the tool's fields itself.
 */
export interface Command {
  /** Also the idempotency key: the same over all attempts. */
  readonly commandId: string;
  readonly executionId: string;
  readonly step: string;
  readonly run: number;
  readonly iteration: CommandIteration | undefined;
  /** 1 for the first execution. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Earliest start, milliseconds since 1970; undefined: now. */
  readonly availableAt: number | undefined;
  /** How often its worker was lost; with the attempt it tells one delivery from another. */
  readonly redeliveries: number;
  /** How far an earlier delivery or attempt came, in the worker's own words; undefined: from the start. */
  readonly checkpoint: PlainValue | undefined;
  /** Arguments of the arcs that led here, merged. */
  readonly args: PlainMapping;
}

export interface CommandIteration {
  readonly index: number;
  readonly total: number;
  /** Undefined if the loop's items are stored: whoever dispatches the command looks it up by index. */
  readonly item: PlainValue | undefined;
}

export function commandIdOf(executionId: string, step: string, enterId: string, iteration?: number): string {
  const base = `${executionId}:${step}:${enterId}`;
  return iteration === undefined ? base : `${base}:i${iteration}`;
}

/** Which run and iteration a command id speaks of. */
export function parseCommandId(commandId: string): ParsedCommandId | undefined {
  const match = /^([^:]+):([^:]+):([^:]+)(?::i(\d+))?$/.exec(commandId);
  if (!match) return undefined;
  const [, executionId = '', step = '', enterId = '', iteration] = match;
  return { executionId, step, enterId, iteration: iteration === undefined ? undefined : Number(iteration) };
}

export interface ParsedCommandId {
  readonly executionId: string;
  readonly step: string;
  readonly enterId: string;
  readonly iteration: number | undefined;
}
