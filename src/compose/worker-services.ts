import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import type { Stores } from '../adapters/common/stores.ts';
import { withoutEncryptionKeys } from '../config/encryption-keys.ts';
import { readKeychainConfig } from '../config/keychain-config.ts';
import { catalogFinder, firstFound } from '../engine/catalog/catalog-finder.ts';
import { loadRef } from '../engine/load-ref.ts';
import { type Caller, makePlaybookTool } from '../engine/playbook-tool.ts';
import { rootFinder } from '../engine/root-of.ts';
import type { BegunWork } from '../ports/begun-work.ts';
import type { CallbackAddresses } from '../ports/callbacks.ts';
import type { Clock } from '../ports/clock.ts';
import type { PlaybookFinder } from '../ports/playbook-finder.ts';
import type { ResultStore } from '../ports/result-store.ts';
import type { ToolRegistry } from '../ports/tool.ts';
import { createArtifactTool } from '../tools/artifact/index.ts';
import { createToolRegistry } from '../tools/registry.ts';
import { type OnRenewal, SecretCache } from '../worker/keychain/secret-cache.ts';
import type { WorkerServices } from '../worker/services.ts';
import { TaskCache } from '../worker/task-cache.ts';
import { fileFinder } from './file-finder.ts';

export interface WorkerGround {
  readonly stores: Pick<Stores, 'events' | 'logs' | 'cache' | 'credentials' | 'keychain' | 'catalog'> & {
    readonly results: ResultStore;
  };
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder from which relative paths of tools start, where the playbook has none. */
  readonly baseDir: string;
  /** Through which playbooks are called. */
  readonly caller: () => Caller;
  readonly callbacks: CallbackAddresses;
  readonly begun?: BegunWork | undefined;
  /** Files beside the playbook that asks, then the catalog, unless given. */
  readonly finder?: PlaybookFinder | undefined;
  /** May replace tools or listen to them. */
  readonly wrapTools?: ((tools: ToolRegistry) => ToolRegistry) | undefined;
  readonly onRenewal?: OnRenewal | undefined;
}

/** What a worker needs, in the process that holds the directory or in one beside it. */
export function makeWorkerServices(ground: WorkerGround): WorkerServices {
  const { stores, clock, caller, begun, callbacks, onRenewal } = ground;
  const env = withoutEncryptionKeys(ground.env);
  const { refreshThreshold } = readKeychainConfig(ground.env);
  const follow = (uri: string) => loadRef(stores.events, stores.results, uri);
  return {
    tools: toolsOn(ground, env, follow),
    results: stores.results,
    cache: new TaskCache(stores.cache, clock),
    logs: stores.logs,
    clock,
    ...(begun ? { begun } : {}),
    loadRef: follow,
    baseDirOf: async executionId => folderOf(await caller().sourceOf(executionId)),
    secrets: {
      credentials: stores.credentials,
      kept: new SecretCache(stores.keychain, clock, refreshThreshold, onRenewal),
      rootOf: rootFinder(stores.events),
      readFile: path => readFile(path, 'utf8'),
    },
    callbacks,
    env: name => env[name],
    uuid: randomUUID,
    random: Math.random,
  };
}

function toolsOn(
  ground: WorkerGround,
  env: WorkerGround['env'],
  follow: WorkerServices['loadRef'],
): ToolRegistry {
  const { stores, clock, caller, baseDir, wrapTools } = ground;
  const finder = ground.finder ?? firstFound(fileFinder, catalogFinder(stores.catalog));
  const artifact = createArtifactTool(follow);
  const tools = createToolRegistry(
    { env, baseDir, now: () => clock.now() },
    { playbook: makePlaybookTool(caller, finder, clock), artifact, result_fetch: artifact },
  );
  return wrapTools?.(tools) ?? tools;
}

/** Only of a file: a path in a catalog names no folder. */
const folderOf = (source: string): string | undefined => (isAbsolute(source) ? dirname(source) : undefined);
