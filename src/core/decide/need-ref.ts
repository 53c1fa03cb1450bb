/**
 * Thrown while a condition or loop source reads a stored value that is not at hand. The turn is given up
 * without a trace; the shell loads the value and takes the turn again.
 */
export class NeedRef extends Error {
  override readonly name = 'NeedRef';
  readonly uri: string;

  constructor(uri: string) {
    super(`the value at ${uri} is needed to go on`);
    this.uri = uri;
  }
}
