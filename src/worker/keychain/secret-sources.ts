import type { CredentialStore } from '../../ports/credential-store.ts';
import type { SecretCache } from './secret-cache.ts';

/** Where the worker finds what a keychain names. */
export interface SecretSources {
  readonly credentials: Pick<CredentialStore, 'get' | 'list'>;
  /** The text of a file that holds a secret. */
  readonly readFile: (path: string) => Promise<string>;
  /** What was resolved before. */
  readonly kept: SecretCache;
  /** The execution that nobody called, of those above an execution; itself, if nobody called it. */
  readonly rootOf: (executionId: string) => Promise<string>;
}
