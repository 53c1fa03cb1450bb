/**
 * Says which command a callback speaks of. A token cannot be guessed, is the same for a command over all attempts
 * and processes, and is not written down anywhere: it is worked out again when it comes back.
 */
export interface CallbackTokens {
  tokenOf(commandId: string): string;
  /** Undefined: it is no token of ours. */
  commandOf(token: string): string | undefined;
}

/** How a task's callback reaches the engine that runs it. */
export interface CallbackAddresses {
  readonly tokens: CallbackTokens;
  /** Where the server is reached from outside; undefined: there is none. */
  baseUrl(): string | undefined;
  /** False in tests of playbooks: what a mocked task answers stands for what its callback would bring. */
  readonly isAwaited: boolean;
}
