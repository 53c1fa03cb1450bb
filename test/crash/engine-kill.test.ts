import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDataDirectoryForReading } from '../../src/adapters/sqlite/data-directory.ts';
import { fold } from '../../src/core/fold/fold.ts';
import { ensureBuilt } from '../support/services/start.ts';

const KILLS = Number(process.env.NOETL_KILLS ?? 12);
const EXECUTIONS = Number(process.env.NOETL_KILL_EXECUTIONS ?? 40);
const CHILD = fileURLToPath(new URL('./engine-child.mjs', import.meta.url));

let dataDir: string;
beforeAll(async () => {
  await ensureBuilt();
  dataDir = await mkdtemp(join(tmpdir(), 'noetl-kill-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Runs the child until it ends by itself, or kills it after so many milliseconds. */
function runChild(killAfter: number | undefined): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, dataDir, String(EXECUTIONS)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', chunk => (output += chunk));
    child.stderr.on('data', chunk => (output += chunk));
    child.on('error', reject);
    child.on('exit', code => resolve({ code, output }));
    if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter);
  });
}

it('executions survive kill -9 at any moment: all end, nothing is lost, nothing is recorded twice', async () => {
  let kills = 0;
  for (let i = 0; i < KILLS; i++) {
    // From the start of the process to the middle of its work; where exactly does not matter.
    const { code, output } = await runChild(150 + ((i * 137) % 900));
    if (code === null) kills++;
    else expect(output).toContain('all ended');
  }
  const { code, output } = await runChild(undefined);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('all ended') });

  const stores = await openDataDirectoryForReading(dataDir);
  try {
    const executions = await stores.events.list({ limit: 100_000 });
    expect(executions).toHaveLength(EXECUTIONS);
    let redelivered = 0;
    for (const { executionId, status } of executions) {
      expect(status).toBe('COMPLETED');
      const turns = await stores.events.read(executionId);
      expect(turns.map(turn => turn.version)).toEqual(turns.map((_, i) => i + 1));
      const events = turns.flatMap(turn => turn.events);
      expect(new Set(events.map(event => event.id)).size).toBe(events.length);
      const { phase, header } = fold(events);
      const n = header?.workload.n;
      expect(phase).toMatchObject({ kind: 'completed', result: { data: { sum: 140, n, turn: 3 } } });
      for (const step of ['left', 'each', 'join', 'last']) {
        expect(events.filter(event => event.type === 'step.exit' && event.step === step)).toHaveLength(1);
      }
      redelivered += events.filter(event => event.type === 'command.lease_expired').length;
    }
    console.log(
      `killed ${kills} times with ${EXECUTIONS} executions: all ended, ${redelivered} commands were delivered again`,
    );
  } finally {
    await stores.close();
  }
});
