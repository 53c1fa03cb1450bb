import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLogs, type Summary } from './check-logs.ts';
import { watchWrites } from './failing-stores.ts';
import { openScenario } from './scenario.ts';
import { bundleScript, type Script } from './store-bundle.ts';

/** `NOETL_FAILPOINTS=all` breaks off at every write, and once more while the rest is taken up. */
const IS_THOROUGH = process.env.NOETL_FAILPOINTS === 'all';
/** Otherwise every so manieth: the suite has a minute. */
const STRIDE = IS_THOROUGH ? 1 : 6;
/** Processes at a time. */
const SIDE_BY_SIDE = 3;

const SIDES = ['before', 'after'] as const;

describe('an execution whose process dies at a write', () => {
  let folder: string;
  let script: Script;
  let writes: string[];
  let undisturbed: Summary;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'noetl-failpoint-'));
    script = await bundleScript('failpoint-child.ts');
    const directory = mkdtempSync(join(folder, 'undisturbed-'));
    writes = [];
    undisturbed = await finish(directory, what => writes.push(what));
  });
  afterAll(() => {
    script.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Takes up what there is and runs it to its end; what was recorded, checked. */
  async function finish(directory: string, onWrite: (what: string) => void = () => {}): Promise<Summary> {
    const scenario = await openScenario(directory, stores =>
      watchWrites(stores, { before: (_, what) => onWrite(what), after: () => {} }),
    );
    try {
      await endsInTime(scenario.finish());
      return await checkLogs(scenario);
    } finally {
      await scenario.close();
    }
  }

  /** An execution that hangs is told from a slow one by far. */
  async function endsInTime(end: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it did not end within half a minute')), 30_000);
    });
    await Promise.race([end, late]).finally(() => clearTimeout(timer));
  }

  /** Whether the process died: one whose work went another way may have had fewer writes. */
  async function dieAt(directory: string, side: string, write: number): Promise<boolean> {
    const child = spawn(process.execPath, [script.file, directory, side, String(write)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code, signal] = await once(child, 'exit');
    if (signal !== 'SIGKILL') expect({ side, write, code }).toEqual({ side, write, code: 0 });
    return signal === 'SIGKILL';
  }

  async function breakOff(side: string, write: number): Promise<boolean> {
    const directory = mkdtempSync(join(folder, 'run-'));
    const died = await dieAt(directory, side, write);
    if (IS_THOROUGH) await dieAt(directory, side, 1 + (write % 7));
    const what = `${side} write ${write} (${writes[write - 1]})`;
    const found = await finish(directory).catch((error: Error) => error.message);
    expect({ what, found }).toEqual({ what, found: undisturbed });
    const effects = readFileSync(join(directory, 'effects'), 'utf8').trimEnd().split('\n');
    expect({ what, twice: repeated(effects) }).toEqual({ what, twice: [] });
    rmSync(directory, { recursive: true, force: true });
    return died;
  }

  /** A pipeline's tasks, and pages, run several times in one delivery of a command: each has its name. */
  const repeated = (effects: readonly string[]) =>
    effects.filter((line, index) => isDelivery(line) && effects.indexOf(line) !== index);
  const isDelivery = (line: string) => !line.includes(':pipeline:') && !line.includes(':pages:');

  it.each(SIDES)(
    '%s it is submitted or durable ends as if nothing had happened',
    {
      timeout: 600_000,
    },
    async side => {
      const points = writes.map((_, index) => index + 1).filter(write => write % STRIDE === 1 % STRIDE);
      let deaths = 0;
      const next = async (): Promise<void> => {
        for (let write = points.shift(); write !== undefined; write = points.shift())
          if (await breakOff(side, write)) deaths += 1;
      };
      const wanted = points.length;
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
      console.log(
        `died ${deaths} times ${side} one of ${writes.length} writes, and ended the same each time`,
      );
      expect(deaths).toBeGreaterThanOrEqual(Math.floor(wanted * 0.9));
    },
  );
});
