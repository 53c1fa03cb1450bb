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
  /** Set if it does not run the step's tool, but claims the next rows of its cursor. */
  readonly claim?: CommandClaim;
}

export interface CommandClaim {
  /** Which claim of the run this is, from 0. */
  readonly frame: number;
  /** Rows that the loop may still take; undefined: any number. */
  readonly left: number | undefined;
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

/** The id of a claim: neither that of the run nor of one of its iterations. */
export const claimIdOf = (executionId: string, step: string, enterId: string, frame: number): string =>
  `${commandIdOf(executionId, step, enterId)}:f${frame}`;

/** Which run, and which iteration or claim of it, a command id speaks of. */
export function parseCommandId(commandId: string): ParsedCommandId | undefined {
  const match = /^([^:]+):([^:]+):([^:]+)(?::i(\d+)|:f(\d+))?$/.exec(commandId);
  if (!match) return undefined;
  const [, executionId = '', step = '', enterId = '', iteration, frame] = match;
  return { executionId, step, enterId, iteration: numberOf(iteration), frame: numberOf(frame) };
}

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

export interface ParsedCommandId {
  readonly executionId: string;
  readonly step: string;
  readonly enterId: string;
  readonly iteration: number | undefined;
  /** Of a claim: which one. */
  readonly frame: number | undefined;
}
