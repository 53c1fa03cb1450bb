import type { PlainValue } from '../common/plain-value.ts';
import type { Failure } from '../core/result.ts';
import type { OutcomeAbout, ToolOutcome } from '../ports/tool.ts';

export type Ok = Extract<ToolOutcome, { status: 'ok' }>;
export type Failed = Extract<ToolOutcome, { status: 'error' }>;

export const ok = (data: PlainValue, about?: OutcomeAbout): Ok =>
  about === undefined ? { status: 'ok', data } : { status: 'ok', data, about };

export const failed = (kind: string, message: string, more: Partial<Failure> = {}): Failed => ({
  status: 'error',
  error: { kind, message, retryable: false, ...more },
});

/** What a tool answers when its signal told it to stop. The worker knows the limit and words it better. */
export const stopped = (signal: AbortSignal): Failed =>
  isTimeout(signal.reason)
    ? failed('timeout', 'the task did not end in time', { retryable: true })
    : failed('cancelled', 'the task was stopped');

const isTimeout = (reason: unknown): boolean =>
  reason === 'timeout' || (reason instanceof Error && reason.name === 'TimeoutError');
