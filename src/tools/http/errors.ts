/** The response is longer than the task allows. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly status: number;

  constructor(maxBytes: number, status: number) {
    super(`the response is larger than ${maxBytes} bytes`);
    this.status = status;
  }
}

/** The body does not have the encoding it claims. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
}
