// What the engine costs beside the work itself, on one machine: ten no-op steps in sequence (seq10), and a
// fan-out over no-op items (fan), in memory and on SQLite. Interleaved rounds, medians: read the ratios.
//
//     npm run build && node bench/engine.mjs
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load, openLocal } from 'noetl';

const ROUNDS = 5;
const head = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: bench }\n';
const steps = Array.from(
  { length: 10 },
  (_, i) => `  - { step: s${i}, tool: { kind: noop }${i < 9 ? `, next: s${i + 1}` : ''} }`,
);
const seq10 = `${head}workflow:\n${steps.join('\n')}\n`;
const fan = n =>
  `${head}workflow:\n  - step: each\n    loop: { in: ${n}, iterator: i, spec: { mode: parallel, max_in_flight: 100 } }\n    tool: { kind: noop }\n`;

const median = values => values.toSorted((a, b) => a - b)[values.length >> 1];

async function withEngine(kind, work) {
  const dataDir = kind === 'sqlite' ? mkdtempSync(join(tmpdir(), 'noetl-bench-')) : undefined;
  const local = await openLocal({
    dataDir,
    baseDir: '.',
    env: {},
    onTrouble: (_, error) => {
      throw error;
    },
  });
  try {
    return await work(local.engine);
  } finally {
    await local.close();
    if (dataDir) rmSync(dataDir, { recursive: true });
  }
}

const loaded = new Map();

async function execute(engine, text) {
  if (!loaded.has(text)) loaded.set(text, load(text).playbook);
  const playbook = loaded.get(text);
  const id = await engine.start({ playbook, text, source: 'bench.yaml', payload: {} });
  const { phase } = await engine.ended(id);
  if (phase.kind !== 'completed') throw new Error(`ended ${phase.kind}`);
}

/** Milliseconds of one workflow when nothing else runs. */
async function idle(engine) {
  const times = [];
  for (let i = 0; i < 30; i++) {
    const started = performance.now();
    await execute(engine, seq10);
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Workflows per second with `inFlight` at a time. */
async function throughput(engine, inFlight, total) {
  let left = total;
  const started = performance.now();
  const lane = async () => {
    while (left-- > 0) await execute(engine, seq10);
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return total / ((performance.now() - started) / 1000);
}

/** Items per second of one loop. */
async function items(engine, count) {
  const started = performance.now();
  await execute(engine, fan(count));
  return count / ((performance.now() - started) / 1000);
}

const MEASURES = [
  ['seq10 idle, ms', idle],
  ['seq10 at 50 in flight, workflows/s', engine => throughput(engine, 50, 500)],
  ['seq10 at 200 in flight, workflows/s', engine => throughput(engine, 200, 1000)],
  ['fan of 1,000, items/s', engine => items(engine, 1000)],
  ['fan of 20,000, items/s', engine => items(engine, 20_000)],
];

const figures = new Map();
for (let round = 0; round < ROUNDS; round++) {
  for (const kind of ['memory', 'sqlite']) {
    await withEngine(kind, async engine => {
      for (const [name, measure] of MEASURES) {
        const key = `${name}|${kind}`;
        figures.set(key, [...(figures.get(key) ?? []), await measure(engine)]);
      }
    });
  }
}
const column = value => value.toFixed(value < 100 ? 1 : 0).padStart(10);
console.log(`${''.padEnd(38)}${'memory'.padStart(10)}${'sqlite'.padStart(10)}   memory : sqlite`);
for (const [name] of MEASURES) {
  const [memory, sqlite] = ['memory', 'sqlite'].map(kind => median(figures.get(`${name}|${kind}`)));
  console.log(`${name.padEnd(38)}${column(memory)}${column(sqlite)}   ${(memory / sqlite).toFixed(2)}`);
}
