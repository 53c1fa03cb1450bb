/** A secret cannot be had. The message names entries and fields, never values. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
  /** As failures of tasks are told: `configuration` is for its author, `auth` for whoever gives out secrets. */
  readonly kind: 'configuration' | 'auth';
  /** Whether the same may succeed later. */
  readonly retryable: boolean;

  constructor(
    message: string,
    more: {
      readonly kind?: 'configuration' | 'auth';
      readonly retryable?: boolean;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.kind = more.kind ?? 'configuration';
    this.retryable = more.retryable ?? false;
  }
}

/**
 * Thrown while a template reads an entry of the keychain that is not at hand: rendering is synchronous, so
 * the entry is fetched and the rendering taken again.
 */
export class NeedSecret extends Error {
  override readonly name = 'NeedSecret';
  readonly fetch: () => Promise<unknown>;

  constructor(entry: string, fetch: () => Promise<unknown>) {
    super(`keychain.${entry} is needed to go on`);
    this.fetch = fetch;
  }
}
