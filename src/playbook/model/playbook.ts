import type { PlainMapping } from '../../common/plain-value.ts';
import type { Step } from './step.ts';
import type { TestCase } from './tests.ts';
import type { Duration, TemplateMapping, TemplateText } from './values.ts';

/** Says nothing of `apiVersion`: what used to depend on it has been written out by the loader. */
export interface Playbook {
  /** SHA-256, in hex, of the canonical JSON of everything else here. Pins an execution to this content. */
  readonly hash: string;
  readonly metadata: Metadata;
  /** Defaults of the input; the payload of a request replaces them key by key. */
  readonly workload: PlainMapping;
  readonly keychain: readonly KeychainEntry[];
  readonly executor: ExecutorSpec;
  /** Name of the step that runs first: `entry_step`, else `start`, else the first one written. */
  readonly entry: string;
  /** In authored order, names unique, at least one. References to the workbook are resolved. */
  readonly workflow: readonly Step[];
  readonly tests: readonly TestCase[];
}

export interface Metadata {
  readonly name: string;
  /** Key in the catalog: `metadata.path`, else the name. */
  readonly path: string;
  readonly version: string | undefined;
  readonly description: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly capabilities: readonly string[];
  readonly exposedInUi: boolean;
  /** False only where the author said so. */
  readonly exposesAsMcp: boolean;
  readonly agent: boolean;
  /** Anything else, verbatim. */
  readonly extra: PlainMapping;
}

/** A named secret, resolved on the worker just before it is needed: `keychain.<name>.<field>`. */
export interface KeychainEntry {
  readonly name: string;
  /** `bearer`, `oauth2`, `secret_manager`, `static`, `credential`, …; `credential` if not written. */
  readonly kind: string;
  readonly scope: 'local' | 'global' | 'shared' | 'catalog';
  readonly autoRenew: boolean;
  readonly residency: 'none' | 'advisory' | 'strict';
  /** Every other field as written (`credential`, `provider`, `auth`, `map`, `token`, …). */
  readonly config: TemplateMapping;
}

export interface ExecutorSpec {
  readonly profile: 'local' | 'distributed' | 'auto';
  readonly version: string;
  readonly requires: { readonly tools: readonly string[]; readonly features: readonly string[] };
  /** Limit of the whole execution; absent: none. */
  readonly timeout: Duration | undefined;
  readonly concurrency: Concurrency | undefined;
  /** Step that runs once after everything, also after a failure. No arc leads to it. */
  readonly finalStep: string | undefined;
  /** Which workers run its steps; absent: those that run everything. */
  readonly pool: string | undefined;
  readonly loopMode: 'local' | 'fanout';
  /** Whether templates inside workload values are rendered once at the start (older playbooks rely on it). */
  readonly renderWorkload: boolean;
  readonly policy: PlainMapping;
}

/** At most `limit` executions that render the same `key` run at once. */
export interface Concurrency {
  readonly key: TemplateText;
  readonly limit: number;
  readonly onLimit: 'queue' | 'skip' | 'cancel_oldest';
}
