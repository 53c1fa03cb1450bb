import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openMemory } from '../../src/adapters/memory/index.ts';
import { EMPTY_MAPPING, type PlainValue } from '../../src/common/plain-value.ts';
import { assemble } from '../../src/compose/local.ts';
import { openForReading } from '../../src/compose/read.ts';
import type { Event } from '../../src/core/event.ts';
import { fold } from '../../src/core/fold/fold.ts';
import { playbookFrom, textOf } from '../support/load-playbook.ts';
import { readLogs, references } from './check-logs.ts';
import { bundleScript, type Script } from './store-bundle.ts';
import { WorkerCrowd } from './worker-crowd.ts';
import { LIBRARY, SIGNAL, WORKFLOW, withScenarioTools } from './worker-scenario.ts';

/** `NOETL_KILLS=200 NOETL_KILL_EXECUTIONS=20 npx vitest run test/crash/worker-kill.test.ts` for a longer run. */
const KILLS = Number(process.env.NOETL_KILLS ?? 10);
const IN_FLIGHT = Number(process.env.NOETL_KILL_EXECUTIONS ?? 3);
const WORKERS = Number(process.env.NOETL_KILL_WORKERS ?? 3);
const SEED = Number(process.env.NOETL_KILL_SEED ?? 20_260_101);

/** The same numbers on every run, between 0 and 1. */
function* chances(seed: number): Generator<number, never> {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Every kind of trouble comes in a few turns of this. */
const TROUBLES: readonly ((crowd: WorkerCrowd, place: number) => Promise<void> | void)[] = [
  (crowd, place) => crowd.replaceWorker(place, 'SIGKILL'),
  (crowd, place) => crowd.stopWorker(place),
  crowd => crowd.replaceHolder('SIGKILL'),
  (crowd, place) => crowd.replaceWorker(place, 'SIGTERM'),
  crowd => crowd.replaceHolder('SIGTERM'),
];

describe('workers and their holder, which are killed, stopped and replaced', () => {
  let folder: string;
  let scripts: { readonly holder: Script; readonly worker: Script };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-workers-'));
    mkdirSync(join(folder, 'data'));
    const [holder, worker] = await Promise.all([
      bundleScript('holder-child.ts'),
      bundleScript('worker-child.ts'),
    ]);
    scripts = { holder, worker };
  });
  afterAll(() => {
    scripts.holder.remove();
    scripts.worker.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it(`end every execution as it should, after ${KILLS} troubles`, {
    timeout: 60_000 + KILLS * 20_000,
  }, async () => {
    await makeTrouble();
    const expected = await calmResult();
    const stores = await openForReading(join(folder, 'data'));
    try {
      const counts = { troubles: KILLS, executions: 0, redeliveries: 0, late: 0, givenUp: 0, notRepeated: 0 };
      for await (const events of readLogs(stores)) {
        counts.executions += 1;
        counts.redeliveries += events.filter(({ type }) => type === 'command.lease_expired').length;
        counts.late += events.filter(({ type }) => type === 'command.late').length;
        counts.notRepeated += events.filter(isNotRepeated).length;
        for (const uri of references(events)) expect(await stores.follow(uri), uri).toBeDefined();
        if (!endedWell(events, expected)) counts.givenUp += 1;
      }
      console.log(JSON.stringify(counts));
      expect(counts.executions).toBeGreaterThanOrEqual(IN_FLIGHT);
      // A few troubles may all come while nothing is under way; many do not.
      if (KILLS >= 50) expect(counts.redeliveries).toBeGreaterThan(0);
      expect(counts.givenUp).toBeLessThan(counts.executions / 2);
      checkEffects(readFileSync(join(folder, 'effects'), 'utf8').trimEnd().split('\n'));
    } finally {
      await stores.close();
    }
  });

  /** Something happens every few turns; when enough has, everything may end. */
  async function makeTrouble(): Promise<void> {
    const chance = chances(SEED);
    const files = { holder: scripts.holder.file, worker: scripts.worker.file };
    const crowd = new WorkerCrowd(files, [folder, String(IN_FLIGHT)], WORKERS);
    // Also when the time of the test is up: what is left would run on for ever.
    onTestFinished(() => crowd.kill());
    for (let kill = 0; kill < KILLS; kill++) {
      await crowd.turns(1 + Math.floor(chance.next().value * 30 * IN_FLIGHT));
      await TROUBLES[kill % TROUBLES.length]?.(crowd, Math.floor(chance.next().value * WORKERS));
    }
    await crowd.finish();
  }
});

/** What an execution comes to where nothing happens to anybody. */
async function calmResult(): Promise<PlainValue> {
  const { engine, close } = assemble(
    {
      stores: openMemory(),
      incarnation: 0,
      lastEventId: undefined,
      finder: { find: async path => ({ text: LIBRARY, source: path }) },
      wrapTools: withScenarioTools(() => {}),
    },
    {
      baseDir: '.',
      env: {},
      onTrouble: (_, error) => {
        throw error;
      },
    },
  );
  const request = { playbook: playbookFrom(WORKFLOW), text: textOf(WORKFLOW), source: 'scenario.yaml' };
  const executionId = await engine.start({ ...request, payload: EMPTY_MAPPING });
  await engine.send(executionId, SIGNAL);
  const { phase } = await engine.ended(executionId);
  await close();
  if (phase.kind !== 'completed' || phase.result.kind !== 'inline') throw new Error(`it is ${phase.kind}`);
  return phase.result.data;
}

const isNotRepeated = (event: Event): boolean => event.type === 'command.failed' && event.step === 'once';

/** False if it had to give up: C4, a command whose worker was lost a fourth time fails. */
function endedWell(events: readonly Event[], expected: PlainValue): boolean {
  const { phase, header } = fold(events);
  if (phase.kind === 'failed') {
    expect(phase.error.message).toContain('its worker was lost 4 times');
    return false;
  }
  expect(phase.kind).toBe('completed');
  if (!header?.parent) expect(phase).toMatchObject({ result: { data: expected } });
  return true;
}

/** Every delivery of a command ran at most once, and what must not be repeated has one delivery. */
function checkEffects(lines: readonly string[]): void {
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
  const guarded = lines.filter(line => line.includes(':once:'));
  expect(new Set(guarded.map(line => line.split(' ')[0])).size).toBe(guarded.length);
  expect(guarded.length).toBeGreaterThan(0);
}
