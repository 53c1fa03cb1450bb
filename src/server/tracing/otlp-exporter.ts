import type { Span } from './span.ts';

export interface OtlpOptions {
  /** Where spans are sent, `/v1/traces` included. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, string>>;
  /** Called when spans were lost: the collector is gone or does not keep up. */
  readonly onLost: (spans: number, why: string) => void;
  readonly send?: typeof fetch;
}

const MOST_AT_ONCE = 512;
/** Spans that wait; more are lost, because tracing must not hold up what it tells of. */
const MOST_WAITING = 10_000;
const FLUSH_AFTER = 1_000;
const TIMEOUT = 10_000;
const ATTEMPTS = 3;
const RETRY_AFTER = 500;

/**
 * Sends spans to a collector by OTLP over HTTP, as JSON, in batches.
 *
 *     idle ──add──▶ waiting ──a second, or a full batch──▶ sending ──▶ idle, or sending again
 */
export class OtlpExporter {
  readonly #options: OtlpOptions;
  #waiting: Span[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(options: OtlpOptions) {
    this.#options = options;
  }

  add(spans: readonly Span[]): void {
    const room = MOST_WAITING - this.#waiting.length;
    if (spans.length > room) this.#options.onLost(spans.length - room, 'too many wait to be sent');
    this.#waiting.push(...spans.slice(0, Math.max(0, room)));
    if (this.#waiting.length >= MOST_AT_ONCE) this.#flush();
    else if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#flush(), FLUSH_AFTER).unref();
  }

  /** Sends what waits. */
  async close(): Promise<void> {
    this.#flush();
    await this.#sending;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#deliver(this.#waiting.splice(0, MOST_AT_ONCE));
  }

  async #deliver(spans: readonly Span[]): Promise<void> {
    const body = JSON.stringify(payload(spans, this.#options.resource));
    let why = '';
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const answer = await this.#post(body);
      if (answer.kind === 'taken') return;
      why = answer.why;
      if (answer.kind === 'refused') break;
      if (attempt < ATTEMPTS)
        await new Promise(resolve => setTimeout(resolve, RETRY_AFTER * attempt).unref());
    }
    this.#options.onLost(spans.length, why);
  }

  async #post(
    body: string,
  ): Promise<{ readonly kind: 'taken' } | { readonly kind: 'refused' | 'later'; readonly why: string }> {
    const { url, headers, send = fetch } = this.#options;
    try {
      const signal = AbortSignal.timeout(TIMEOUT);
      const sent = { ...headers, 'content-type': 'application/json' };
      const { ok, status } = await send(url, { method: 'POST', headers: sent, body, signal });
      if (ok) return { kind: 'taken' };
      const isBusy = status === 429 || status >= 500;
      return { kind: isBusy ? 'later' : 'refused', why: `the collector answered ${status}` };
    } catch (error) {
      return { kind: 'later', why: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** ExportTraceServiceRequest of OTLP, in its JSON form. */
function payload(spans: readonly Span[], resource: Readonly<Record<string, string>>) {
  const scope = { name: 'noetl' };
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope, spans: spans.map(written) }],
      },
    ],
  };
}

const KIND_INTERNAL = 1;
const STATUS_OK = 1;
const STATUS_ERROR = 2;

function written({ parentSpanId, from, to, attributes, failure, ...span }: Span) {
  const code = failure === undefined ? { code: STATUS_OK } : { code: STATUS_ERROR, message: failure };
  return {
    ...span,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    kind: KIND_INTERNAL,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(Math.max(from, to)),
    attributes: attributesOf(attributes),
    status: code,
  };
}

const nanoseconds = (milliseconds: number): string => `${Math.trunc(milliseconds)}000000`;

const attributesOf = (attributes: Readonly<Record<string, string | number>>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
