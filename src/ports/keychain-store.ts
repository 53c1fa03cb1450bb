import type { PlainMapping } from '../common/plain-value.ts';

/** Who shares a secret: one execution, all executions of a playbook, or one execution and all that it calls. */
export type KeychainScope = 'local' | 'global' | 'shared';

/** Which secret is meant. */
export interface KeychainKey {
  /** Content hash of the playbook: what its executions, and its version in the catalog, are pinned to. */
  readonly playbook: string;
  readonly name: string;
  readonly scope: KeychainScope;
  /** `local`: the execution; `shared`: the one that nobody called; `global`: undefined. */
  readonly executionId: string | undefined;
  /**
   * What was asked for, so that two executions that ask for different things do not get each other's. It may
   * hold secrets: only a digest with a key is kept of it. Empty: somebody put the secret there, whatever is
   * asked for.
   */
  readonly asked: string;
}

export interface NewSecret extends KeychainKey {
  /** The kind of the entry: `oauth2`, `secret_manager`, … */
  readonly kind: string;
  readonly holds: 'secret' | 'token';
  readonly fields: PlainMapping;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly autoRenew: boolean;
  /** How it is renewed, if not by asking for it anew. May hold secrets. */
  readonly renewConfig: PlainMapping | undefined;
}

/** What may be shown of a secret: everything but its values. */
export interface KeychainSummary
  extends Omit<NewSecret, 'asked' | 'fields' | 'renewConfig'>,
    Pick<KeychainKey, 'playbook'> {
  readonly id: string;
  /** Whether somebody put it there; otherwise it was resolved as its playbook says. */
  readonly isGiven: boolean;
  /** Milliseconds since 1970: when it came, and when its values were last replaced. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Undefined: nobody has read it since it came. */
  readonly accessedAt: number | undefined;
  readonly accessCount: number;
}

export interface KeptSecret extends KeychainSummary, Pick<NewSecret, 'fields' | 'renewConfig'> {}

export interface KeychainFilter {
  readonly playbook?: string;
  readonly name?: string;
  readonly scope?: KeychainScope;
  readonly executionId?: string;
}

/** Milliseconds for which an expired secret is still shown as expired, and can be renewed. */
export const EXPIRED_SHOWN_FOR = 86_400_000;

/**
 * Secrets that were resolved, for those who need them next. Losing one costs time: it is resolved anew.
 *
 * - Values are sealed before they are written, with what they belong to, as those of credentials are. One that
 *   cannot be opened with the keys at hand counts as not there.
 * - Expired secrets are given like others: who asks compares the time. They go when something else is put a
 *   day later, or with `removeExpired`.
 * - Those of an execution go with it, when it ends (`endExecution`) and when it is removed.
 * - Reading counts. The count is made durable later than it is shown, and may be lost with the process.
 */
export interface KeychainStore {
  /** With its values; undefined: there is none. */
  find(key: KeychainKey, now: number): Promise<KeptSecret | undefined>;
  /** The same by id. */
  open(id: string, now: number): Promise<KeptSecret | undefined>;
  /**
   * Replaces the one of the same key, which keeps the time it came and its count. One that is put by hand also
   * replaces those that were resolved for the same playbook, name, scope and execution. Durable when it resolves.
   */
  put(secret: NewSecret, now: number): Promise<KeychainSummary>;
  /** Without values, by name, then the one that came last first. */
  list(filter?: KeychainFilter): Promise<readonly KeychainSummary[]>;
  /** How many there were. */
  remove(filter: KeychainFilter): Promise<number>;
  /** Removes what belongs to an execution alone, or to those it called. How many there were. */
  endExecution(executionId: string): Promise<number>;
  /** How many have expired at `time` (milliseconds since 1970). */
  countExpired(time: number): Promise<number>;
  removeExpired(time: number): Promise<number>;
}
