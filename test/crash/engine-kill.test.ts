import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openForReading } from '../../src/compose/read.ts';
import type { Event } from '../../src/core/event.ts';
import { fold } from '../../src/core/fold/fold.ts';
import { readLogs } from './check-logs.ts';
import { bundleScript, type Script } from './store-bundle.ts';

/** `NOETL_KILLS=200 NOETL_KILL_EXECUTIONS=200 npx vitest run test/crash/engine-kill.test.ts` for a longer run. */
const KILLS = Number(process.env.NOETL_KILLS ?? 12);
const IN_FLIGHT = Number(process.env.NOETL_KILL_EXECUTIONS ?? 40);
const SEED = Number(process.env.NOETL_KILL_SEED ?? 20_260_101);

/** The same numbers on every run, between 0 and 1. */
function* chances(seed: number): Generator<number, never> {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe('a process that is killed while it runs executions', () => {
  let folder: string;
  let script: Script;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-kill-'));
    script = await bundleScript('engine-child.ts');
  });
  afterAll(() => {
    script.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the process; kills it once it has recorded so many turns. */
  async function run(wish: 'go on' | 'finish', killAt = Number.POSITIVE_INFINITY): Promise<unknown> {
    const child = spawn(process.execPath, [script.file, folder, String(IN_FLIGHT), wish], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(child, 'exit');
    let turns = 0;
    for await (const _ of createInterface(child.stdout)) {
      turns += 1;
      if (turns === killAt) child.kill('SIGKILL');
    }
    return exit;
  }

  it(`ends every execution as it should, after ${KILLS} kills with ${IN_FLIGHT} of them under way`, {
    timeout: 60_000 + KILLS * 20_000,
  }, async () => {
    const chance = chances(SEED);
    for (let kill = 0; kill < KILLS; kill++) {
      const turns = 1 + Math.floor(chance.next().value * 4 * IN_FLIGHT);
      expect(await run('go on', turns)).toEqual([null, 'SIGKILL']);
    }
    expect(await run('finish')).toEqual([0, null]);

    const stores = await openForReading(join(folder, 'data'));
    try {
      const counts = { kills: KILLS, executions: 0, redeliveries: 0, givenUp: 0, notRepeated: 0 };
      for await (const events of readLogs(stores)) {
        counts.executions += 1;
        counts.redeliveries += events.filter(({ type }) => type === 'command.lease_expired').length;
        counts.notRepeated += events.filter(
          event => event.type === 'command.failed' && event.step === 'once',
        ).length;
        if (!endedWell(events)) counts.givenUp += 1;
      }
      console.log(JSON.stringify(counts));
      expect(counts.executions).toBeGreaterThanOrEqual(IN_FLIGHT);
      expect(counts.redeliveries).toBeGreaterThan(0);
      checkEffects(readFileSync(join(folder, 'effects'), 'utf8').trimEnd().split('\n'));
    } finally {
      await stores.close();
    }
  });

  /** False if it had to give up: C4, a command whose worker was lost a fourth time fails. */
  function endedWell(events: readonly Event[]): boolean {
    const { phase, header } = fold(events);
    if (phase.kind !== 'failed') {
      const data = { sum: 140, n: header?.workload.n, turn: 3, rows: [0, 1, 2, 3, 4] };
      expect(phase).toMatchObject({ kind: 'completed', result: { data } });
      return true;
    }
    expect(phase.error.kind).toBe('lease_expired');
    expect(phase.error.message).toContain('its worker was lost 4 times');
    const [step] = phase.failedSteps;
    const lost = events.filter(event => event.type === 'command.lease_expired' && event.step === step);
    expect(lost.length).toBeGreaterThanOrEqual(3);
    return false;
  }

  /** Every delivery of a command ran at most once, and what must not be repeated has one delivery. */
  function checkEffects(lines: readonly string[]): void {
    expect(new Set(lines).size).toBe(lines.length);
    const guarded = lines.filter(line => line.includes(':once:'));
    expect(new Set(guarded.map(line => line.split(' ')[0])).size).toBe(guarded.length);
    expect(guarded.length).toBeGreaterThan(0);
  }
});
