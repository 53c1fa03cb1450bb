import type { Stores } from '../../src/adapters/common/stores.ts';
import { SignedCallbackTokens } from '../../src/adapters/crypto/callback-tokens.ts';
import { MemoryKeyring } from '../../src/adapters/crypto/keyring.ts';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { createIdSource } from '../../src/adapters/system/id-source.ts';
import { EMPTY_MAPPING, type PlainMapping } from '../../src/common/plain-value.ts';
import { Engine } from '../../src/engine/engine.ts';
import { loadRef } from '../../src/engine/load-ref.ts';
import { makePlaybookTool } from '../../src/engine/playbook-tool.ts';
import { rootFinder } from '../../src/engine/root-of.ts';
import type { CallbackTokens } from '../../src/ports/callbacks.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Tool, ToolCall, ToolIo, ToolOutcome } from '../../src/ports/tool.ts';
import { SecretCache } from '../../src/worker/keychain/secret-cache.ts';
import type { SecretSources } from '../../src/worker/keychain/secret-sources.ts';
import { LeaseDesk } from '../../src/worker/lease-desk.ts';
import { TaskCache } from '../../src/worker/task-cache.ts';
import { Worker } from '../../src/worker/worker.ts';
import { HandClock } from './hand-clock.ts';
import { playbookFrom, textOf } from './load-playbook.ts';

export type ToolRun = (call: ToolCall, io: ToolIo) => Promise<ToolOutcome> | ToolOutcome;

export interface TestEngineOptions {
  readonly tools?: Readonly<Record<string, ToolRun>>;
  readonly stores?: Stores;
  readonly clock?: Clock;
  readonly concurrency?: number;
  /** Environment variables that templates may read. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files that hold secrets. */
  readonly readFile?: SecretSources['readFile'];
  /** Those of another engine on the same stores. */
  readonly callbackTokens?: CallbackTokens;
  /** Whether tasks can be called back; true unless given. */
  readonly hasServer?: boolean;
  /** The pools that the engine runs itself; all of them unless given. */
  readonly ownPools?: readonly string[];
  /** Playbooks that others may call, by path. */
  readonly playbooks?: Readonly<Record<string, string>>;
}

/** An engine in memory whose tools are functions of the test. `echo` gives its input back. */
export class TestEngine {
  readonly engine: Engine;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly troubles: unknown[] = [];
  /** For workers of the pools that the engine does not run itself. */
  leases!: LeaseDesk;
  readonly callbackTokens: CallbackTokens;

  constructor(options: TestEngineOptions = {}) {
    const clock = options.clock ?? new HandClock();
    const stores = options.stores ?? openMemory(() => clock.now());
    const finder = {
      find: async (path: string) => {
        const text = options.playbooks?.[path];
        return text === undefined ? undefined : { text, source: path };
      },
    };
    const tools: Record<string, Tool> = {
      playbook: makePlaybookTool(() => this.engine, finder, clock),
      ...Object.fromEntries(
        Object.entries({ echo, ...options.tools }).map(([kind, run]) => [
          kind,
          { defaultTimeout: 60_000, run: async (call: ToolCall, io: ToolIo) => run(call, io) },
        ]),
      ),
    };
    this.clock = clock;
    this.callbackTokens = options.callbackTokens ?? new SignedCallbackTokens(new MemoryKeyring());
    this.stores = stores;
    this.engine = new Engine({
      ...stores,
      clock,
      ids: createIdSource({ clock, machine: 1 }),
      owner: 'test',
      ownPools: options.ownPools && new Set(options.ownPools),
      makeDesk: (report, state) => {
        this.leases = new LeaseDesk({ clock, report, state });
        return this.leases;
      },
      onTrouble: (_, error) => this.troubles.push(error),
      makeDispatcher: report =>
        new Worker(
          {
            tools: {
              find: async kind => tools[kind],
              kinds: () => Object.keys(tools),
              close: async () => {},
            },
            results: stores.results,
            cache: new TaskCache(stores.cache, clock),
            logs: stores.logs,
            secrets: {
              credentials: stores.credentials,
              kept: new SecretCache(stores.keychain, clock, 300_000),
              rootOf: rootFinder(stores.events),
              readFile: options.readFile ?? (async () => Promise.reject(new Error('there are no files'))),
            },
            clock,
            loadRef: uri => loadRef(stores.events, stores.results, uri),
            callbacks: {
              tokens: this.callbackTokens,
              baseUrl: () => (options.hasServer === false ? undefined : 'http://noetl.test/'),
              isAwaited: true,
            },
            env: name => options.env?.[name],
            uuid: () => 'uuid',
            random: () => 0.5,
          },
          { concurrency: options.concurrency ?? 8, report },
        ),
    });
  }

  start(yaml: string, payload: PlainMapping = EMPTY_MAPPING): Promise<string> {
    const playbook = playbookFrom(yaml);
    return this.engine.start({ playbook, text: textOf(yaml), source: 'test.yaml', payload });
  }

  async run(yaml: string, payload?: PlainMapping) {
    const executionId = await this.start(yaml, payload);
    return this.engine.ended(executionId);
  }

  async events(executionId: string) {
    return (await this.stores.events.read(executionId)).flatMap(turn => turn.events);
  }
}

const echo: ToolRun = ({ input }) => ({ status: 'ok', data: input });
