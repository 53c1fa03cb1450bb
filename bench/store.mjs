// The bare write floor of the stores: what ten steps write (seven events per turn, compare-and-set on the
// version, group commit, fsync), and nothing else. An engine cannot be faster than this.
//
//     node bench/store.mjs [memory|sqlite]... [--seconds=3]
//
// Idle: one workflow after the other. Then 50 and 200 in flight. Machines are shared and noisy: the best of
// several rounds is shown beside the median. CPU time per workflow is the figure that noise changes least.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROUNDS = 5;
const TURNS = 10;
const seconds = Number(process.argv.find(arg => arg.startsWith('--seconds='))?.slice(10) ?? 3);
const wanted = process.argv.slice(2).filter(arg => !arg.startsWith('--'));

const { openMemory, openDataDirectory } = await loadAdapters();
const folder = mkdtempSync(join(tmpdir(), 'noetl-bench-'));
const OPEN = {
  memory: async () => openMemory(),
  sqlite: round => openDataDirectory(join(folder, String(round))),
};

console.log(`${TURNS} turns of 7 events per workflow, ${ROUNDS} rounds of ${seconds} s in all per figure`);
console.log(
  'store    in flight   workflows/s median (best)     events/s   ms per workflow p50     p99   CPU ms',
);
try {
  for (const [name, open] of Object.entries(OPEN)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const inFlight of [1, 50, 200]) await measure(name, open, inFlight);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name, open, inFlight) {
  const stores = await open(`${name}-${inFlight}`);
  let next = 1;
  let workflows = 0;
  let cpu = process.cpuUsage();
  const rates = [];
  const times = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const started = performance.now();
    const until = started + (seconds * 1000) / ROUNDS;
    let done = 0;
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (performance.now() < until) {
          const begun = performance.now();
          await workflow(stores.events, String(next++));
          done += 1;
          if (round > 0) times.push(performance.now() - begun);
        }
      }),
    );
    if (round === 0) cpu = process.cpuUsage();
    else workflows += done;
    if (round > 0) rates.push(done / ((performance.now() - started) / 1000));
  }
  const { user, system } = process.cpuUsage(cpu);
  await stores.close();
  const median = at(rates, 0.5);
  console.log(
    `${name.padEnd(9)}${cell(inFlight, 9)}${cell(median, 15)}${`(${figure(at(rates, 1))})`.padStart(13)}` +
      `${cell(median * TURNS * 7, 13)}${at(times, 0.5).toFixed(2).padStart(22)}${at(times, 0.99).toFixed(2).padStart(8)}` +
      `${((user + system) / 1000 / workflows).toFixed(3).padStart(9)}`,
  );
}

async function workflow(events, executionId) {
  for (let version = 1; version <= TURNS; version++) {
    const turn = { executionId, version, at: Date.now(), events: eventsOf(executionId, version) };
    if ((await events.append(turn)) !== 'appended') throw new Error('a turn was refused');
  }
}

/** What an ordinary step writes. */
function eventsOf(executionId, version) {
  const at = 1_700_000_000_000 + version;
  const step = `step_${version}`;
  const commandId = `${executionId}:${step}:70000000000000000${version}`;
  const ofCommand = { at, step, run: 1, commandId, iteration: undefined };
  const id = n => `7000000000000000${version}${n}`;
  const result = { kind: 'inline', data: { status: 'ok', value: version } };
  return [
    version === 1
      ? {
          id: id(0),
          at,
          type: 'playbook_started',
          executionId,
          catalogId: '1',
          path: 'bench',
          version: '1',
          hash: 'h',
        }
      : {
          id: id(0),
          at,
          type: 'step.enter',
          step,
          run: 1,
          arrivals: [{ from: undefined, arc: 0, args: {} }],
        },
    { id: id(1), at, type: 'command.issued', step, run: 1, commandId, window: undefined, maxAttempts: 1 },
    { id: id(2), type: 'command.started', ...ofCommand, attempt: 1, worker: 'w1' },
    { id: id(3), type: 'call.done', ...ofCommand, result },
    { id: id(4), type: 'command.completed', ...ofCommand, attempt: 1, result: { kind: 'none' } },
    { id: id(5), at, type: 'step.exit', step, run: 1, outcome: { status: 'COMPLETED', result } },
    version === TURNS
      ? { id: id(6), at, type: 'playbook.completed', result, leaves: {} }
      : {
          id: id(6),
          at,
          type: 'next.evaluated',
          step,
          run: 1,
          mode: 'exclusive',
          arcs: [],
          tokens: [],
          drained: false,
        },
  ];
}

/** The adapters are no entry of the package: they are bundled for this run. */
async function loadAdapters() {
  const source = path => new URL(`../src/adapters/${path}/index.ts`, import.meta.url).pathname;
  const out = mkdtempSync(new URL('../node_modules/.noetl-bench-', import.meta.url).pathname);
  const bundle = await rolldown({
    input: { memory: source('memory'), sqlite: source('sqlite') },
    platform: 'node',
    external: id => !id.startsWith('.') && !id.startsWith('/'),
  });
  try {
    await bundle.write({
      dir: out,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
    });
    return { ...(await import(join(out, 'memory.mjs'))), ...(await import(join(out, 'sqlite.mjs'))) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** The value below which that share of them lies. */
function at(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function figure(value) {
  return Math.round(value).toLocaleString('en');
}

function cell(value, width) {
  return figure(value).padStart(width);
}
