import { availableParallelism } from 'node:os';
import type { Stores } from '../adapters/common/stores.ts';
import { openCallbackTokens, SignedCallbackTokens } from '../adapters/crypto/callback-tokens.ts';
import { MemoryKeyring } from '../adapters/crypto/keyring.ts';
import { openMemory } from '../adapters/memory/index.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { createIdSource } from '../adapters/system/id-source.ts';
import type { PlainValue } from '../common/plain-value.ts';
import { readEncryptionKeys } from '../config/encryption-keys.ts';
import { readKeychainConfig } from '../config/keychain-config.ts';
import { Guests } from '../control/guests.ts';
import { Engine } from '../engine/engine.ts';
import { forgetSecrets } from '../engine/forget-secrets.ts';
import { MeasuredEvents, type OnWrite } from '../engine/measured-events.ts';
import { Patience } from '../engine/patience.ts';
import type { ReportWatcher } from '../engine/patient-reports.ts';
import type { BegunWork } from '../ports/begun-work.ts';
import type { CallbackAddresses, CallbackTokens } from '../ports/callbacks.ts';
import type { Clock } from '../ports/clock.ts';
import type { Leases } from '../ports/leases.ts';
import type { Load } from '../ports/load.ts';
import type { LogStore } from '../ports/log-store.ts';
import type { PlaybookFinder } from '../ports/playbook-finder.ts';
import type { ResultStore } from '../ports/result-store.ts';
import type { ToolRegistry } from '../ports/tool.ts';
import type { OnRenewal } from '../worker/keychain/secret-cache.ts';
import { LeaseDesk } from '../worker/lease-desk.ts';
import { Worker } from '../worker/worker.ts';
import { notingCaller } from './noting-caller.ts';
import { makeWorkerServices } from './worker-services.ts';

export interface LocalOptions {
  /** Where everything is kept; undefined: in memory, gone with the process. */
  readonly dataDir: string | undefined;
  /** Folder from which relative paths of tools start. */
  readonly baseDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly concurrency?: number;
  /** The pools whose commands run here; undefined: all of them. Others wait for workers in other processes. */
  readonly ownPools?: ReadonlySet<string> | undefined;
  /** Milliseconds for which such a worker keeps what it has without being heard of. */
  readonly leaseTime?: number | undefined;
  /** Called when a turn could not be taken. */
  readonly onTrouble: (executionId: string, error: unknown) => void;
  /** The trace of an execution that nobody's trace has led to; undefined: it is in none. */
  readonly newTrace?: ((executionId: string) => string) | undefined;
  /** Where this process is reached by those that tasks have started; undefined: it is not. */
  readonly publicUrl?: () => string | undefined;
  /** Told what commands print, as they print it; without secrets. */
  readonly onPrint?: LogStore['write'];
  /** Sees what the engine will stand on, and may put something before it. */
  readonly wrap?: ((foundation: Foundation) => Foundation) | undefined;
}

/** An engine with its stores, worker and tools, all in this process. */
export interface Local {
  readonly engine: Engine;
  readonly stores: Stores;
  /** Executions that steps have started without waiting for them, as long as they run. */
  readonly detached: Pick<Guests, 'open' | 'gone'>;
  /** Where this process is reached by those that tasks have started; undefined: it is not. */
  publicUrl(): string | undefined;
  /** Commands that workers in other processes run. */
  readonly leases: Leases;
  /** The log store as commands write to it: whoever listens hears what is printed. */
  readonly logs: LogStore;
  /** The result store as commands write to it: it waits until there is room. */
  readonly results: ResultStore;
  /** What callbacks are told by. */
  readonly callbackTokens: CallbackTokens;
  /** The value behind a reference. */
  follow(uri: string): Promise<PlainValue | undefined>;
  load(): Load;
  /** Told how long each turn took to become durable. */
  onWrite(listener: OnWrite): void;
  /** Begins nothing more and waits for what runs; what is not done then is done by the next process. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Waiting for networks and processes is most of what commands do, so more of them than cores. */
const COMMANDS_PER_CORE = 16;

export async function openLocal(options: LocalOptions): Promise<Local> {
  // What is wrong here is said before anything is opened.
  readKeychainConfig(options.env);
  const foundation = await openStores(options);
  return assemble(options.wrap?.(foundation) ?? foundation, options);
}

/** What an engine stands on, for those who bring their own: tests, the test runner. */
export interface Foundation {
  readonly stores: Stores;
  /** Tells the ids of processes on the same stores apart. */
  readonly incarnation: number;
  /** The name of this process in the log; one for all that have none. */
  readonly owner?: string;
  /** Notes what is under way; undefined: nobody comes after this process. */
  readonly begun?: BegunWork | undefined;
  /** All ids given out from now on are larger, even if the clock was set back. */
  readonly lastEventId: string | undefined;
  /** Those of this process alone unless given. */
  readonly callbackTokens?: CallbackTokens;
  /** In tests of playbooks. */
  readonly callbacks?: CallbackAddresses;
  /** The system's unless given. */
  readonly clock?: Clock;
  /** May replace tools or listen to them. */
  readonly wrapTools?: (tools: ToolRegistry) => ToolRegistry;
  /** Told of secrets that are renewed. */
  readonly onRenewal?: OnRenewal;
  /** Sees how what workers report gets into the log. */
  readonly reportWatcher?: ReportWatcher;
  /** Files beside the playbook that asks, then the catalog, unless given. */
  readonly finder?: PlaybookFinder;
}

/** Puts an engine, its worker and its tools together on the given stores. */
export function assemble(foundation: Foundation, options: Omit<LocalOptions, 'dataDir'>): Local {
  const { incarnation, lastEventId, begun, clock = systemClock } = foundation;
  const events = new MeasuredEvents(foundation.stores.events);
  const stores = { ...foundation.stores, events };
  const { callbackTokens = new SignedCallbackTokens(new MemoryKeyring()) } = foundation;
  const patience = new Patience(clock, options.onTrouble);
  const logs = overheard(stores.logs, options.onPrint);
  const results = patientResults(stores.results, patience);
  const services = makeWorkerServices({
    stores: { ...stores, logs, results },
    clock,
    env: options.env,
    baseDir: options.baseDir,
    caller: () => caller,
    finder: foundation.finder,
    wrapTools: foundation.wrapTools,
    onRenewal: foundation.onRenewal,
    begun,
    callbacks: foundation.callbacks ?? {
      tokens: callbackTokens,
      baseUrl: () => options.publicUrl?.(),
      isAwaited: true,
    },
  });
  const concurrency = options.concurrency ?? availableParallelism() * COMMANDS_PER_CORE;
  let worker: Worker | undefined;
  let leases!: LeaseDesk;
  const engine = new Engine({
    ...stores,
    clock,
    ids: createIdSource({ clock, machine: incarnation, after: lastEventId }),
    owner: foundation.owner ?? `local-${incarnation}`,
    ...(begun ? { begun } : {}),
    drives: 'own',
    newTrace: options.newTrace,
    makeDispatcher: report => {
      worker = new Worker(services, { concurrency, report });
      return worker;
    },
    ownPools: options.ownPools,
    makeDesk: (report, state) => {
      leases = new LeaseDesk({ clock, report, state, leaseTime: options.leaseTime });
      return leases;
    },
    onTrouble: options.onTrouble,
    reportWatcher: foundation.reportWatcher,
  });
  const detached = new Guests(engine);
  const caller = notingCaller(engine, detached);
  forgetSecrets(engine, stores.keychain, options.onTrouble);
  return {
    engine,
    stores,
    detached,
    leases,
    logs,
    results,
    publicUrl: () => options.publicUrl?.(),
    callbackTokens,
    follow: services.loadRef,
    load: () => ({
      openExecutions: engine.openCount,
      commands: {
        running: worker?.runningCount ?? 0,
        waiting: worker?.waitingCount ?? 0,
        // Whoever serves no pool runs nothing.
        slots: options.ownPools?.size === 0 ? 0 : concurrency,
      },
      // Asked for by few, and every request looks at the rest.
      get elsewhere() {
        return loadElsewhere(leases);
      },
      writes: events.load,
    }),
    onWrite: listener => {
      events.onWrite = listener;
    },
    drain: () => engine.drain(),
    close: async () => {
      patience.close();
      await engine.close();
      await services.tools.close();
      await stores.close();
    },
  };
}

function loadElsewhere(leases: LeaseDesk): Load['elsewhere'] {
  const workers = leases.workers();
  const sum = (of: 'running' | 'slots') => workers.reduce((so, worker) => so + worker[of], 0);
  return { running: sum('running'), waiting: leases.waitingCount, slots: sum('slots') };
}

function overheard(logs: LogStore, listener: LogStore['write'] | undefined): LogStore {
  if (!listener) return logs;
  return {
    read: address => logs.read(address),
    readAfter: (...wanted) => logs.readAfter(...wanted),
    readBefore: (...wanted) => logs.readBefore(...wanted),
    flush: () => logs.flush(),
    write: (address, lines) => {
      logs.write(address, lines);
      listener(address, lines);
    },
  };
}

/** A tool that has done its work is not run again, nor failed, because its result does not fit just now. */
const patientResults = (results: ResultStore, patience: Patience): ResultStore => ({
  put: (executionId, name, value) =>
    patience.insist(executionId, () => results.put(executionId, name, value)),
  // Its bytes come once: whether they are worth asking for again is for the task to say.
  write: (executionId, name, body) => results.write(executionId, name, body),
  get: uri => results.get(uri),
  read: uri => results.read(uri),
  list: (executionId, page) => results.list(executionId, page),
});

async function openStores({ dataDir, env }: LocalOptions): Promise<Foundation> {
  if (dataDir === undefined) return { stores: openMemory(), incarnation: 0, lastEventId: undefined };
  // Loaded when it is needed: the native module is a good part of the start.
  const { openDataDirectory } = await import('../adapters/sqlite/data-directory.ts');
  const stores = await openDataDirectory(dataDir, readEncryptionKeys(env));
  const { incarnation, owner, begun, lastEventId } = stores;
  return { stores, incarnation, owner, begun, lastEventId, callbackTokens: openCallbackTokens(dataDir) };
}
