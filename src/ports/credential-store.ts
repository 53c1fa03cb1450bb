import type { PlainMapping } from '../common/plain-value.ts';
import type { NewCredential } from '../core/credential/read-credential.ts';

export type { NewCredential } from '../core/credential/read-credential.ts';

/** What may be shown of a credential: everything but its data. */
export interface CredentialSummary {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  readonly meta: PlainMapping | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Credential extends CredentialSummary {
  readonly data: PlainMapping;
}

export interface CredentialFilter {
  readonly type?: string;
  /** Stands in the name, the description or a tag, in any case. */
  readonly q?: string;
}

/**
 * Secrets by name. Data is sealed before it is written, with the name and the type, so that rows cannot be
 * exchanged; nothing but `get` ever opens it. Throws `store_wrong_key` where it cannot be opened with the keys
 * at hand, and loses nothing by it.
 */
export interface CredentialStore {
  /** Replaces the one of the same name, which keeps its id and the time it was created. */
  put(credential: NewCredential, now: number): Promise<CredentialSummary>;
  /** With its data; undefined: there is none of this name. */
  get(name: string): Promise<Credential | undefined>;
  /** By name or, if there is none of that name, by id. */
  find(nameOrId: string): Promise<CredentialSummary | undefined>;
  /** In the order of names. */
  list(filter?: CredentialFilter): Promise<readonly CredentialSummary[]>;
  /** Whether there was one. */
  remove(name: string): Promise<boolean>;
  /**
   * Seals everything anew with the newest key, one that is made for it unless it was given; older ones are
   * forgotten then. All or nothing. How many there are.
   */
  rekey(): Promise<number>;
}
