// What a loop costs per item, whatever its size, and how much memory it takes. On SQLite, each step durable.
//
//     npm run build && node bench/loops.mjs [parallel|sequential|large|reader|million]...
//
// `parallel` runs 1,000 and 100,000 no-op items in turns in one process: cost per item must stay the same.
// Every figure is taken in a process of its own, so that its memory is its own. Processor time is what a loaded
// machine changes least: read that, and the ratios.
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
const kilobyte = loop(`"{{ range(20000) | map('string') | map('center', 900) | list }}"`, PARALLEL).replace(
  'tool: { kind: noop }',
  'tool: { kind: noop, input: { text: "{{ iter.i }}" } }',
);
const reader = loop(
  100_000,
  PARALLEL,
  '    next: again\n  - step: again\n    loop: { in: "{{ each }}", iterator: r, spec: { mode: parallel, max_in_flight: 100 } }\n    tool: { kind: noop }\n',
).replace('tool: { kind: noop }', 'tool: { kind: noop, input: { n: "{{ iter.i }}" } }');

const ROUNDS = 3;

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
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}

/** Cost per item of a small and of a large loop, in turns. */
async function compare(engine) {
  const small = [];
  const large = [];
  for (let warmUp = 0; warmUp < 20; warmUp++) await execute(engine, parallel(1_000));
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < 20; i++) small.push(perItem(await execute(engine, parallel(1_000)), 1_000));
    large.push(perItem(await execute(engine, parallel(100_000)), 100_000));
  }
  const of1000 = print('loops of 1,000', small);
  const of100000 = print('loops of 100,000', large);
  console.log(`processor time per item, 100,000 : 1,000 = ${(of100000 / of1000).toFixed(2)}`);
}

async function once(engine, what, items, text) {
  print(what, [perItem(await execute(engine, text), items)]);
}

function perItem({ elapsed, cpu }, items) {
  return { elapsed: elapsed / items, cpu: cpu / items };
}

/** Medians, in microseconds; gives that of processor time. */
function print(what, costs) {
  const elapsed = median(costs.map(cost => cost.elapsed));
  const cpu = median(costs.map(cost => cost.cpu));
  const rss = Math.round(process.resourceUsage().maxRSS / 1024);
  const rate = Math.round(1e6 / elapsed).toLocaleString('en');
  console.log(
    `${what.padEnd(44)}${`${cpu.toFixed(0)} µs of processor time per item`.padStart(38)}` +
      `${`${rate} items/s`.padStart(18)}${`${rss} MB at most`.padStart(16)}`,
  );
  return cpu;
}

/** Microseconds. */
async function execute(engine, text) {
  const { playbook, problems } = load(text);
  if (!playbook) throw new Error(JSON.stringify(problems));
  const before = process.cpuUsage();
  const started = performance.now();
  const id = await engine.start({ playbook, text, source: 'bench.yaml', payload: {} });
  const { phase } = await engine.ended(id);
  if (phase.kind !== 'completed') throw new Error(`ended ${phase.kind}: ${JSON.stringify(phase)}`);
  const { user, system } = process.cpuUsage(before);
  return { elapsed: (performance.now() - started) * 1000, cpu: user + system };
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
