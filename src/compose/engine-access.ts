import type { Stores } from '../adapters/common/stores.ts';
import type { PlainValue } from '../common/plain-value.ts';
import type { Guests } from '../control/guests.ts';
import { loadRef } from '../engine/load-ref.ts';
import type { Local } from './local.ts';
import type { SeatOptions } from './seat.ts';
import { SharedEngine } from './shared-engine.ts';

export type EngineOptions = SeatOptions;

/** The engine of a data directory and what it keeps, whether it runs in this process or in another one. */
export interface EngineAccess {
  readonly engine: SharedEngine;
  /** For reading, unless this process holds the directory. */
  readonly stores: Stores;
  /** The value behind a reference. */
  follow(uri: string): Promise<PlainValue | undefined>;
  /** The process that holds the directory; undefined: this one. */
  readonly holder: { readonly pid: number } | undefined;
  /** What other processes handed to this one; undefined where none can reach it. */
  guests(): Promise<Pick<Guests, 'open' | 'gone'> | undefined>;
  /** What steps of this process have started without waiting for it; undefined: another process runs it. */
  readonly detached: Local['detached'] | undefined;
  /** What other processes follow here is taken over by them; what nobody follows waits to be resumed. */
  close(): Promise<void>;
}

/** Longest time a timer takes: it only keeps the process alive while an execution waits for somebody. */
const LONG = 2 ** 31 - 1;

/**
 * Opens a data directory to work with it: takes its lock and runs the engine here or, if another process has
 * it, hands the work to that one. Throws `control_holder_silent` if that process does not answer.
 */
export async function openEngine(options: EngineOptions): Promise<EngineAccess> {
  const engine = await SharedEngine.open(options);
  const alive = setInterval(() => {}, LONG);
  return {
    engine,
    get stores() {
      return engine.stores;
    },
    follow: uri => loadRef(engine.stores.events, engine.stores.results, uri),
    get holder() {
      return engine.seat.kind === 'client' ? engine.seat.client.holder : undefined;
    },
    guests: async () => (engine.seat.kind === 'holder' ? (await engine.seat.listener)?.guests : undefined),
    get detached() {
      return engine.seat.kind === 'holder' ? engine.seat.local.detached : undefined;
    },
    close: async () => {
      clearInterval(alive);
      await engine.close();
    },
  };
}
