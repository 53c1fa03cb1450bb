/** Why a server cannot be started as it was asked for; the text says what to do. */
export class ServerProblem extends Error {
  override readonly name = 'ServerProblem';
}
