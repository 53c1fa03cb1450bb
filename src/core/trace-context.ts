import { sha256Hex } from '../common/sha256.ts';
import type { Header } from './state.ts';

/**
 * Where an execution stands in a trace (W3C Trace Context). The ids of spans are hashes of what they speak
 * of: whichever process tells of a step, and however often, it tells of the same span.
 */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the span that everything else stands below. */
  readonly spanId: string;
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Undefined if it is no `traceparent` of a version that is known. */
export function parseTraceparent(written: string): TraceContext | undefined {
  const [, traceId, spanId] = TRACEPARENT.exec(written.trim().toLowerCase()) ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}

export const writeTraceparent = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`;

export const executionSpan = (executionId: string): string => spanOf('execution', executionId);
export const stepSpan = (executionId: string, step: string, run: number): string =>
  spanOf('step', executionId, step, String(run));
export const attemptSpan = (commandId: string, attempt: number): string =>
  spanOf('attempt', commandId, String(attempt));

const spanOf = (...parts: readonly string[]): string => sha256Hex(parts.join('\0')).slice(0, 16);

/** A trace of its own, for an execution that nobody's trace has led to: it begins with its own span. */
export const ownTrace = (executionId: string): string =>
  writeTraceparent({
    traceId: sha256Hex(`trace\0${executionId}`).slice(0, 32),
    spanId: executionSpan(executionId),
  });

/** What an attempt of a command tells those it calls; undefined if the execution is in no trace. */
export function traceOfAttempt(
  header: Pick<Header, 'trace'> | undefined,
  commandId: string,
  attempt: number,
): string | undefined {
  const context = header?.trace === undefined ? undefined : parseTraceparent(header.trace);
  return context && writeTraceparent({ ...context, spanId: attemptSpan(commandId, attempt) });
}
