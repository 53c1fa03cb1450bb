/** One span, as it is told to a collector. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined: it is the first of its trace. */
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Why it failed; undefined: it did not. */
  readonly failure: string | undefined;
}
