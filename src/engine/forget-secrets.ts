import { isTerminal } from '../core/fold/fold.ts';
import type { EngineHandle } from '../ports/engine-handle.ts';
import type { KeychainStore } from '../ports/keychain-store.ts';

/** Has the secrets of an execution, and those it shared with the ones it called, go when it ends. */
export function forgetSecrets(
  engine: Pick<EngineHandle, 'watch'>,
  keychain: Pick<KeychainStore, 'endExecution'>,
  onTrouble: (executionId: string, error: unknown) => void,
): void {
  engine.watch(({ executionId, state }) => {
    if (!isTerminal(state)) return;
    keychain.endExecution(executionId).catch((error: unknown) => onTrouble(executionId, error));
  });
}
