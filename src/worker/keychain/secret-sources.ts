import type { CredentialStore } from '../../ports/credential-store.ts';
import type { TokenCache } from './token-cache.ts';

/** Where the worker finds what a keychain names. */
export interface SecretSources {
  readonly credentials: Pick<CredentialStore, 'get' | 'list'>;
  /** The text of a file that holds a secret. */
  readonly readFile: (path: string) => Promise<string>;
  readonly tokens: TokenCache;
}
