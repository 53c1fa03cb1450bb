// What a loop costs per item, whatever its size, and how much memory it takes. On SQLite, each step durable.
//
//     npm run build && node bench/loops.mjs [parallel|sequential|large|reader|million]...
//
// `parallel` runs 1,000 and 100,000 no-op items in turns in one process: cost per item must stay the same.
// Every other figure is taken in a process of its own, so that its memory is its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, openLocal } from 'noetl';

const head = 'apiVersion: noetl.io/v2\nkind: Playbook\nmetadata: { name: bench }\n';
const loop = (source, mode, more = '') =>
  `${head}workflow:\n  - step: each\n    loop: { in: ${source}, iterator: i, spec: { ${mode} } }\n    tool: { kind: noop }\n${more}`;
const PARALLEL = 'mode: parallel, max_in_flight: 100';
const parallel = n => loop(n, PARALLEL);
const kilobyte = loop(
  `"{{ range(20000) | map('string') | map('center', 900) | list }}"`,
  PARALLEL,
).replace('tool: { kind: noop }', 'tool: { kind: noop, input: { text: "{{ iter.i }}" } }');
const reader = loop(
  100_000,
  PARALLEL,
  '    next: again\n  - step: again\n    loop: { in: "{{ each }}", iterator: r, spec: { mode: parallel, max_in_flight: 100 } }\n    tool: { kind: noop }\n',
).replace('tool: { kind: noop }', 'tool: { kind: noop, input: { n: "{{ iter.i }}" } }');

const FIGURES = {
  parallel: compare,
  sequential: engine => once(engine, 'sequential loop of 10,000', 10_000, loop(10_000, 'mode: sequential')),
  large: engine => once(engine, '20,000 items and results of 1 KB', 20_000, kilobyte),
  reader: engine => once(engine, 'a loop over the 100,000 results of a loop', 200_000, reader),
  million: engine => once(engine, 'one million items', 1_000_000, parallel(1_000_000)),
};

const wanted = process.argv.slice(2);
if (wanted.length === 1) await withEngine(FIGURES[wanted[0]]);
else for (const name of wanted.length > 0 ? wanted : Object.keys(FIGURES)) inOwnProcess(name);

function inOwnProcess(name) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

/** Cost per item of a small and of a large loop, in turns. */
async function compare(engine) {
  const small = [];
  const large = [];
  for (let warmUp = 0; warmUp < 10; warmUp++) await execute(engine, parallel(1_000));
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 10; i++) small.push((await execute(engine, parallel(1_000))) / 1_000);
    large.push((await execute(engine, parallel(100_000))) / 100_000);
  }
  const [of1000, of100000] = [median(small), median(large)];
  print('loops of 1,000', of1000);
  print('loops of 100,000', of100000);
  console.log(`cost per item, 100,000 : 1,000 = ${(of100000 / of1000).toFixed(2)}`);
}

async function once(engine, what, items, text) {
  print(what, (await execute(engine, text)) / items);
}

function print(what, millisecondsPerItem) {
  const rss = Math.round(process.resourceUsage().maxRSS / 1024);
  const rate = Math.round(1000 / millisecondsPerItem).toLocaleString('en');
  const cost = `${(millisecondsPerItem * 1000).toFixed(1)} µs per item`;
  console.log(`${what.padEnd(44)}${cost.padStart(20)}${`${rate} items/s`.padStart(20)}${`${rss} MB at most`.padStart(16)}`);
}

async function execute(engine, text) {
  const { playbook, problems } = load(text);
  if (!playbook) throw new Error(JSON.stringify(problems));
  const started = performance.now();
  const id = await engine.start({ playbook, text, source: 'bench.yaml', payload: {} });
  const { phase } = await engine.ended(id);
  if (phase.kind !== 'completed') throw new Error(`ended ${phase.kind}: ${JSON.stringify(phase)}`);
  return performance.now() - started;
}

async function withEngine(measure) {
  const dataDir = mkdtempSync(join(tmpdir(), 'noetl-bench-'));
  const onTrouble = (_, error) => {
    throw error;
  };
  const local = await openLocal({ dataDir, baseDir: '.', env: {}, onTrouble });
  try {
    await measure(local.engine);
  } finally {
    await local.close();
    rmSync(dataDir, { recursive: true });
  }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
