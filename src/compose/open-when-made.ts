import { StoreError, type StoreErrorCode } from '../adapters/common/store-error.ts';
import { openAsItIs } from './read.ts';

export interface WaitForDirectory {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Told why it waits; more than once. */
  readonly onWait: (why: string) => void;
  /** Resolves when nobody waits any more. */
  readonly stop: Promise<void>;
}

/** Milliseconds between two looks. */
const PAUSE = 200;
/** A directory that is not there, or that somebody is just making, or taking over from an older version. */
const NOT_YET: ReadonlySet<StoreErrorCode> = new Set(['store_directory_unusable', 'store_too_old']);

/** Reads a data directory as soon as there is one: who holds it may start later. Undefined: stopped before. */
export async function openWhenMade({ dataDir, env, onWait, stop }: WaitForDirectory) {
  let isStopped = false;
  void stop.then(() => {
    isStopped = true;
  });
  while (!isStopped) {
    try {
      return await openAsItIs(dataDir, env);
    } catch (error) {
      if (!(error instanceof StoreError) || !NOT_YET.has(error.code)) throw error;
      onWait(error.message);
      await Promise.race([new Promise(resolve => setTimeout(resolve, PAUSE)), stop]);
    }
  }
  return undefined;
}
