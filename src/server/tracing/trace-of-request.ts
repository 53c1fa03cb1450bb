import type { IncomingHttpHeaders } from 'node:http';
import { parseTraceparent, writeTraceparent } from '../../core/trace-context.ts';

/**
 * The trace that a request to start something belongs to: `trace` of its body, a `traceparent` or a mapping
 * with one, else its header. What is none is ignored, as the standard asks.
 */
export function traceOfRequest(headers: IncomingHttpHeaders, trace: unknown): { readonly trace?: string } {
  const inBody =
    typeof trace === 'object' && trace !== null ? (trace as { traceparent?: unknown }).traceparent : trace;
  const given = [inBody, headers.traceparent].map(text =>
    typeof text === 'string' ? parseTraceparent(text) : undefined,
  );
  const context = given[0] ?? given[1];
  return context ? { trace: writeTraceparent(context) } : {};
}
