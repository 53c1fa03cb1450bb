/** Every way in which handing work to another process can fail. Each has a section in `docs/reference/control.md`. */
export const CONTROL_ERROR_CODES = [
  'control_bad_request',
  'control_body_lost',
  'control_catalog_refused',
  'control_failed',
  'control_holder_silent',
  'control_leaving',
  'control_outcome_unknown',
  'control_playbook_differs',
  'control_rerun_refused',
  'control_too_large',
  'control_unknown_execution',
  'control_unknown_worker',
  'control_version_differs',
] as const;

export type ControlErrorCode = (typeof CONTROL_ERROR_CODES)[number];

/** What one process says to the other, or of it. The message says what is wrong and what to do. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly code: ControlErrorCode;

  constructor(code: ControlErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The connection ended, or the holder is ending: somebody else has to be asked. Never shown to anybody. */
export class HolderLost extends Error {
  override readonly name = 'HolderLost';
  /** Whether it had the request, and may have carried it out. */
  readonly mayHaveActed: boolean;

  constructor(message: string, mayHaveActed = false) {
    super(message);
    this.mayHaveActed = mayHaveActed;
  }
}

export const isControlErrorCode = (code: unknown): code is ControlErrorCode =>
  CONTROL_ERROR_CODES.some(known => known === code);
