import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Stores } from '../adapters/common/stores.ts';
import { openMemory } from '../adapters/memory/index.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { createIdSource } from '../adapters/system/id-source.ts';
import type { PlainValue } from '../common/plain-value.ts';
import { Engine } from '../engine/engine.ts';
import { loadRef } from '../engine/load-ref.ts';
import { makePlaybookTool } from '../engine/playbook-tool.ts';
import { createToolRegistry } from '../tools/registry.ts';
import { Worker } from '../worker/worker.ts';
import { fileFinder } from './file-finder.ts';

export interface LocalOptions {
  /** Where everything is kept; undefined: in memory, gone with the process. */
  readonly dataDir: string | undefined;
  /** Folder from which relative paths of tools start. */
  readonly baseDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly concurrency?: number;
  /** Called when a turn could not be taken. */
  readonly onTrouble: (executionId: string, error: unknown) => void;
}

/** An engine with its stores, worker and tools, all in this process. */
export interface Local {
  readonly engine: Engine;
  readonly stores: Stores;
  /** The value behind a reference. */
  follow(uri: string): Promise<PlainValue | undefined>;
  close(): Promise<void>;
}

/** Waiting for networks and processes is most of what commands do, so more of them than cores. */
const COMMANDS_PER_CORE = 16;

export async function openLocal(options: LocalOptions): Promise<Local> {
  const { stores, incarnation, lastEventId } = await openStores(options.dataDir);
  const settings = { env: options.env, baseDir: options.baseDir, now: () => systemClock.now() };
  const tools = createToolRegistry(settings, { playbook: makePlaybookTool(() => engine, fileFinder) });
  const services = {
    tools,
    results: stores.results,
    logs: stores.logs,
    clock: systemClock,
    loadRef: (uri: string) => loadRef(stores.events, stores.results, uri),
    env: (name: string) => options.env[name],
    uuid: randomUUID,
    random: Math.random,
  };
  const concurrency = options.concurrency ?? availableParallelism() * COMMANDS_PER_CORE;
  const engine = new Engine({
    ...stores,
    clock: systemClock,
    ids: createIdSource({ clock: systemClock, machine: incarnation, after: lastEventId }),
    owner: `local-${incarnation}`,
    makeDispatcher: report => new Worker(services, { concurrency, report }),
    onTrouble: options.onTrouble,
  });
  return {
    engine,
    stores,
    follow: services.loadRef,
    close: async () => {
      await engine.close();
      await tools.close();
      await stores.close();
    },
  };
}

interface OpenedStores {
  readonly stores: Stores;
  readonly incarnation: number;
  /** All ids given out from now on are larger, even if the clock was set back. */
  readonly lastEventId: string | undefined;
}

async function openStores(dataDir: string | undefined): Promise<OpenedStores> {
  if (dataDir === undefined) return { stores: openMemory(), incarnation: 0, lastEventId: undefined };
  // Loaded when it is needed: the native module is a good part of the start.
  const { openDataDirectory } = await import('../adapters/sqlite/data-directory.ts');
  const stores = await openDataDirectory(dataDir);
  return { stores, incarnation: stores.incarnation, lastEventId: stores.lastEventId };
}
