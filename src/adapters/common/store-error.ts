/** Every way a store can refuse or fail. Stable; each has a section in `docs/reference/store.md`. */
export const STORE_ERROR_CODES = [
  'store_closed',
  'store_corrupt',
  'store_credential_damaged',
  'store_directory_unusable',
  'store_failed',
  'store_full',
  'store_in_use',
  'store_invalid_id',
  'store_key_invalid',
  'store_migration_changed',
  'store_moved',
  'store_read_only',
  'store_result_damaged',
  'store_result_too_large',
  'store_too_new',
  'store_too_old',
  'store_wrong_key',
] as const;

export type StoreErrorCode = (typeof STORE_ERROR_CODES)[number];

/** Whether the same call may succeed later without anybody doing something about it. */
const RETRYABLE: ReadonlySet<StoreErrorCode> = new Set([
  'store_failed',
  'store_full',
  'store_in_use',
  'store_moved',
]);

/**
 * What a store reports. The message says what is wrong and what to do. After a failed write its outcome
 * is unknown: whoever wrote has to read before trying again.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly retryable: boolean;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.retryable = RETRYABLE.has(code);
  }
}

export function closedError(what: string): StoreError {
  return new StoreError('store_closed', `${what} is closed; it was used after close()`);
}
