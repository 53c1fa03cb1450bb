import type { PlainValue } from '../common/plain-value.ts';
import type { Result } from '../core/result.ts';
import type { BegunWork } from '../ports/begun-work.ts';
import type { CallbackAddresses } from '../ports/callbacks.ts';
import type { Clock } from '../ports/clock.ts';
import type { LogStore } from '../ports/log-store.ts';
import type { ResultStore } from '../ports/result-store.ts';
import type { ToolRegistry } from '../ports/tool.ts';
import type { SecretSources } from './keychain/secret-sources.ts';
import type { TaskCache } from './task-cache.ts';

/** What a worker needs of its surroundings. */
export interface WorkerServices {
  readonly tools: ToolRegistry;
  readonly results: ResultStore;
  readonly logs: LogStore;
  readonly cache: TaskCache;
  readonly clock: Clock;
  /** Notes what is under way, for the process after this one; undefined: there is none. */
  readonly begun?: BegunWork;
  /** Follows a reference, to a stored value or to the results of a large loop. */
  readonly loadRef: (uri: string) => Promise<PlainValue | undefined>;
  /** Folder of an execution's playbook; undefined, also if it is not given: there is none. */
  readonly baseDirOf?: (executionId: string) => Promise<string | undefined>;
  /** Undefined: secrets are not fetched, because nothing is run with them. */
  readonly secrets?: SecretSources;
  /** Undefined: nobody can call back. */
  readonly callbacks?: CallbackAddresses | undefined;
  /** Environment variables that templates may read. */
  readonly env: (name: string) => string | undefined;
  readonly uuid: () => string;
  readonly random: () => number;
}

export type Load = (result: Result) => PlainValue | undefined;
