import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stores } from '../../src/adapters/common/stores.ts';
import { openDataDirectory } from '../../src/adapters/sqlite/index.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import type { PlainMapping } from '../../src/common/plain-value.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { capturedConsole } from './captured-console.ts';
import { textOf } from './load-playbook.ts';
import { testCli } from './test-cli.ts';
import { TestEngine, type ToolRun } from './test-engine.ts';

const MORNING = Date.UTC(2026, 10, 16, 8, 30);

/** Stands still unless a tool takes time. */
export class StoryClock implements Clock {
  #now = MORNING;
  /** Told when somebody waits for a time; what it is given lets him go on. */
  onWait: (goOn: () => void) => void = () => {};

  now(): number {
    return this.#now;
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }

  at(_at: number, callback: () => void): () => void {
    return this.after(0, callback);
  }

  after(_milliseconds: number, callback: () => void): () => void {
    let isWanted = true;
    this.onWait(() => {
      if (isWanted) callback();
    });
    return () => {
      isWanted = false;
    };
  }
}

/** An order is small or large; a small one is packed item by item. Fails if it is told to. */
export const SHOP = `
  workload: { total: 50, limit: 100, items: [apple, pear, plum] }
  workflow:
    - step: fetch
      tool: { kind: shell, cmds: ["fetch"], input: { total: "{{ workload.total }}" } }
      set: { ctx.total: "{{ output.total }}" }
      next:
        - { step: large, when: "{{ ctx.total > workload.limit }}" }
        - { step: small }
    - { step: large, tool: { kind: wait, signal: approval }, next: [end] }
    - step: small
      loop: { in: "{{ workload.items }}", iterator: item }
      tool: { kind: shell, cmds: ["pack"], input: { item: "{{ iter.item }}" } }
      next: [end]
    - { step: end, tool: { kind: shell, cmds: ["bill"], input: { billed: "{{ ctx.total }}" } } }
`;

const shell: (clock: StoryClock) => ToolRun =
  clock =>
  ({ input, step }, io) => {
    clock.pass(250);
    io.print('stdout', `${step} begins`);
    if (input.item === 'worm') {
      io.print('stderr', 'there is a worm in it');
      return {
        status: 'error',
        error: { kind: 'exception', message: 'cannot pack a worm', retryable: false },
      };
    }
    return { status: 'ok', data: input };
  };

const wait: ToolRun = () => ({
  status: 'parked',
  waitsFor: { kind: 'signal', name: 'approval', deadline: undefined, onDeadline: undefined },
});

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A data directory in which a shop's engine writes, and the command line that looks at it meanwhile. */
export class RecordedShop {
  readonly clock = new StoryClock();
  readonly engine: TestEngine;
  readonly dataDir: string;
  readonly #folder: string;
  readonly #stores: Stores;

  private constructor(folder: string, stores: Stores) {
    this.#folder = folder;
    this.dataDir = join(folder, 'data');
    this.#stores = stores;
    this.engine = new TestEngine({
      stores,
      // Its deadlines lie far ahead: none of them comes.
      clock: { now: () => this.clock.now(), at: () => () => {}, after: () => () => {} },
      concurrency: 1,
      tools: { shell: shell(this.clock), wait },
      playbooks: { shop: textOf(SHOP) },
    });
  }

  static async open(): Promise<RecordedShop> {
    const folder = mkdtempSync(join(tmpdir(), 'noetl-shop-'));
    return new RecordedShop(folder, await openDataDirectory(join(folder, 'data')));
  }

  /** Sells something and waits for the end; gives the id of the execution. */
  async sell(payload: PlainMapping = {}, yaml: string = SHOP): Promise<string> {
    const executionId = await this.engine.start(yaml, payload);
    await this.engine.engine.ended(executionId);
    await this.#stores.logs.flush();
    return executionId;
  }

  /** What a command prints; the data directory is always this one. */
  noetl(...args: readonly string[]): Promise<Printed> {
    return this.noetlIn(this.dataDir, ...args);
  }

  async noetlIn(dataDir: string, ...args: readonly string[]): Promise<Printed> {
    const console = capturedConsole();
    const code = await runCli([...args, '--data-dir', dataDir], testCli(console, '', this.clock));
    const clean = (text: string) => text.replaceAll(this.dataDir, 'DATA');
    return { code, out: clean(console.written.out), err: clean(console.written.err) };
  }

  /** Until the execution waits for its approval. */
  async parked(executionId: string): Promise<void> {
    for (;;) {
      const { steps } = await this.engine.engine.state(executionId);
      const active = steps.get('large')?.active;
      if (active?.kind === 'plain' && active.command?.status.kind === 'parked') return;
      await new Promise(resolve => setImmediate(resolve));
    }
  }

  /** Lets other processes have the directory. */
  async release(): Promise<void> {
    await this.engine.engine.close();
    await this.#stores.close();
  }

  async close(): Promise<void> {
    await this.release();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
