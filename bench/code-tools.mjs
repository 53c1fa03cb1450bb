// What a call of the code tools costs: warm, in parallel, with a process or thread of its own, with ten
// megabytes each way; beside it, starting `python3` and `node` by hand.
// Machines are shared and noisy: the rows of a table are measured in turns, and the medians compared.
//
//     node bench/code-tools.mjs
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROUNDS = 7;
const start = promisify(execFile);
const folder = mkdtempSync(join(ROOT, '.build-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

async function loadTools() {
  const entries = ['python', 'javascript'].map(kind => [kind, join(ROOT, `src/tools/${kind}/index.ts`)]);
  const external = id => !id.startsWith('.') && !id.startsWith('/');
  const bundle = await rolldown({ input: Object.fromEntries(entries), platform: 'node', external });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
  const settings = { env: process.env, baseDir: ROOT, now: Date.now };
  const load = async kind => (await import(join(folder, `${kind}.mjs`))).createTool(settings);
  return { python: await load('python'), javascript: await load('javascript') };
}

const tools = await loadTools();
const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'x'.repeat(80) }));

async function call(kind, config, input = { n: 1 }) {
  const about = { executionId: '1', step: 's', task: 's', commandId: '1:s:1', attempt: 1, context: {} };
  const io = { signal: new AbortController().signal, print() {} };
  const outcome = await tools[kind].run({ kind, config, input, ...about }, io);
  if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome));
}

/** `times` calls, `width` of them at a time. */
async function repeat(times, width, work) {
  let left = times;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: width }, lane));
}

const CODE = 'result = {"n": n + 1}';
const JS = 'result = { n: n + 1 }';
const cases = [
  ['python, warm', 300, 1, () => call('python', { code: CODE })],
  ['python, warm, 8 at a time', 600, 8, () => call('python', { code: CODE })],
  ['python, isolate', 5, 1, () => call('python', { code: CODE, isolate: true })],
  ['python3 -c, by hand', 5, 1, () => start('python3', ['-c', 'print(1)'])],
  ['javascript, warm', 300, 1, () => call('javascript', { code: JS })],
  ['javascript, warm, 8 at a time', 600, 8, () => call('javascript', { code: JS })],
  ['javascript, sandbox', 200, 1, () => call('javascript', { code: JS, sandbox: true })],
  ['javascript, isolate', 5, 1, () => call('javascript', { code: JS, isolate: true })],
  ['node -e, by hand', 5, 1, () => start(process.execPath, ['-e', 'console.log(1)'])],
  ['python, 10 MB in and out', 1, 1, () => call('python', { code: 'result = rows' }, { rows })],
  ['javascript, 10 MB in and out', 1, 1, () => call('javascript', { code: 'result = rows' }, { rows })],
];

const figures = new Map(cases.map(([name]) => [name, []]));
for (let round = -1; round < ROUNDS; round++) {
  for (const [name, times, width, work] of cases) {
    const started = performance.now();
    await repeat(times, width, work);
    // The first round warms up.
    if (round >= 0) figures.get(name).push((performance.now() - started) / times);
  }
}

const median = values => values.toSorted((a, b) => a - b)[values.length >> 1];
console.log(`${'call'.padEnd(34)}${'ms'.padStart(10)}${'per second'.padStart(14)}`);
for (const [name, values] of figures) {
  const ms = median(values);
  const perSecond = Math.round(1000 / ms).toLocaleString('en');
  console.log(`${name.padEnd(34)}${ms.toFixed(3).padStart(10)}${perSecond.padStart(14)}`);
}
await Promise.all(Object.values(tools).map(tool => tool.close()));
