import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataDirectory, openDataDirectoryForReading } from '../../src/adapters/sqlite/index.ts';
import { bundleScript, type Script } from './store-bundle.ts';

/** `NOETL_CRASH_KILLS=500 npx vitest run test/crash/store-kill.test.ts` for a longer run. */
const KILLS = Number(process.env.NOETL_CRASH_KILLS ?? 20);
/** Of one directory. */
const KILLS_EACH = 5;
/** Directories at a time: most of it is waiting for the disk. */
const SIDE_BY_SIDE = 3;

/** What a writer was told is safe. */
interface Acknowledged {
  readonly results: Set<string>;
  /** By execution: the latest version. */
  readonly turns: Map<string, number>;
}

describe('a process that is killed while it writes', () => {
  let folder: string;
  let script: Script;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-kill-'));
    script = await bundleScript('store-writer.ts');
  });
  afterAll(() => {
    script.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a writer and kills it once it has reported so many lines. */
  async function writeAndKill(directory: string, executions: number, lines: number): Promise<Acknowledged> {
    const child = spawn(process.execPath, [script.file, directory, String(executions)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    const acknowledged: Acknowledged = { results: new Set(), turns: new Map() };
    let seen = 0;
    for await (const line of createInterface(child.stdout)) {
      const [what, subject = '', version] = line.split(' ');
      if (what === 'result') acknowledged.results.add(subject);
      else acknowledged.turns.set(subject, Number(version));
      seen += 1;
      if (seen === lines) child.kill('SIGKILL');
    }
    expect(await exit).toEqual([null, 'SIGKILL']);
    return acknowledged;
  }

  async function check(directory: string, { results, turns }: Acknowledged): Promise<void> {
    const stores = await openDataDirectory(directory);
    try {
      for (const uri of results) expect(await stores.results.get(uri)).toBeDefined();
      for (const [executionId, version] of turns) {
        expect((await stores.events.summary(executionId))?.version).toBeGreaterThanOrEqual(version);
      }
      for (const executionId of await stores.events.open()) await checkLog(stores, executionId);
    } finally {
      await stores.close();
    }
  }

  /** Whole turns, one after the other, each of what the writer makes, and no reference that leads nowhere. */
  async function checkLog(
    { events, results }: Awaited<ReturnType<typeof openDataDirectory>>,
    executionId: string,
  ): Promise<void> {
    const log = await events.read(executionId);
    expect(log.map(({ version }) => version)).toEqual(log.map((_, index) => index + 1));
    expect((await events.summary(executionId))?.version).toBe(log.length);
    for (const turn of log) {
      const expected = Array.from({ length: 1 + (turn.version % 5) }, (_, n) => ({
        type: 'ctx.updated',
        gen: `${executionId}-${turn.version}-${n}`,
      }));
      expect(turn.events).toMatchObject(expected);
      const [event] = turn.events;
      const uri = event?.type === 'ctx.updated' ? String(event.values.uri) : '';
      expect(await results.get(uri)).toMatchObject({ executionId, version: turn.version });
    }
  }

  it(`has kept all that was acknowledged, after each of ${KILLS} kills`, {
    timeout: KILLS * 20_000,
  }, async () => {
    const directories = Array.from({ length: Math.ceil(KILLS / KILLS_EACH) }, (_, index) => index);
    const next = async (): Promise<void> => {
      for (let index = directories.shift(); index !== undefined; index = directories.shift())
        await killAgainAndAgain(index);
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
  });

  /** A new directory now and then; most kills hit one that has been through some already. */
  async function killAgainAndAgain(index: number): Promise<void> {
    const directory = join(folder, String(index));
    for (let kill = index * KILLS_EACH; kill < Math.min(KILLS, (index + 1) * KILLS_EACH); kill++) {
      const executions = [1, 20, 200][kill % 3] as number;
      const lines = 1 + ((kill * 7919) % 600);
      await check(directory, await writeAndKill(directory, executions, lines));
    }
  }

  it('leaves the directory to the next one at once, and to readers', async () => {
    const directory = join(folder, 'handover');
    const { turns } = await writeAndKill(directory, 3, 30);
    const reader = await openDataDirectoryForReading(directory);
    expect((await reader.events.open()).length).toBe(3);
    const next = await openDataDirectory(directory);
    expect(next.incarnation).toBe(2);
    for (const executionId of turns.keys()) {
      expect(await reader.events.read(executionId)).toEqual(await next.events.read(executionId));
    }
    await reader.close();
    await next.close();
  });
});
