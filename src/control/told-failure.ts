import { isMapping, type PlainMapping } from '../common/plain-value.ts';
import { isStoreFailure, type StoreFailure } from '../ports/store-failure.ts';
import { ControlError, isControlErrorCode } from './control-error.ts';

/** A failure of a store, as it is known in a process that asked another one to write. */
export class HeardStoreFailure extends Error implements StoreFailure {
  override readonly name = 'StoreError';
  readonly code: string;
  readonly retryable: boolean;

  constructor(code: string, message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.retryable = retryable;
  }
}

/** What is said of an error to whoever asked. What a store refuses keeps its own code, and whether it may pass. */
export function tellFailure(error: unknown): PlainMapping {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ControlError) return { code: error.code, message };
  if (!isStoreFailure(error)) return { code: 'control_failed', message };
  return { code: 'control_failed', message, store: { code: error.code, retryable: error.retryable } };
}

/** The error that was told. That of a store is its cause. */
export function hearFailure({ code, message, store }: PlainMapping): ControlError {
  const known = isControlErrorCode(code) ? code : 'control_failed';
  const text = String(message);
  if (!isMapping(store)) return new ControlError(known, text);
  const cause = new HeardStoreFailure(String(store.code), text, store.retryable === true);
  return new ControlError(known, text, { cause });
}

/** The error as those who use a store expect it: one of stores. Others, such as that this process ends, stay. */
export function asStoreFailure(error: unknown): unknown {
  if (!(error instanceof ControlError)) return error;
  if (error.cause instanceof HeardStoreFailure) return error.cause;
  const isLost = error.code === 'control_body_lost';
  return new HeardStoreFailure(error.code, error.message, isLost, { cause: error });
}
