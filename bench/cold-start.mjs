// How long `noetl run` takes from nothing: the built command in a new process, beside what Node itself needs.
//
//   node bench/cold-start.mjs [RUNS]
//
// Wall time is what a person waits; CPU time of the process and its children says more on a machine that is
// busy with something else. Runs are interleaved, so that whatever disturbs them disturbs all alike.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const runs = Number(process.argv[2] ?? 15);
const folder = mkdtempSync(join(tmpdir(), 'noetl-cold-'));
const cases = {
  'node -e 0 (the floor)': ['-e', '0'],
  'noetl --version': ['dist/cli.js', '--version'],
  'noetl run 02-branching --ephemeral': ['dist/cli.js', 'run', 'examples/02-branching.yaml', '--ephemeral'],
  'noetl run 01-hello --ephemeral': ['dist/cli.js', 'run', 'examples/01-hello.yaml', '--ephemeral'],
  'noetl run 01-hello': ['dist/cli.js', 'run', 'examples/01-hello.yaml', '--data-dir', folder],
};

/** Milliseconds of wall and CPU time of one process; bash's `times` counts its children. */
function once(args) {
  const started = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', '"$@" > /dev/null 2>&1; status=$?; times; exit $status', 'bash', process.execPath, ...args],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}\n${stderr}`);
  const [, children = ''] = stdout.split('\n');
  const cpu = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + m * 60 + Number(s),
    0,
  );
  return { wall: Number(process.hrtime.bigint() - started) / 1e6, cpu: cpu * 1000 };
}

const seen = Object.fromEntries(Object.keys(cases).map(name => [name, []]));
for (let run = 0; run < runs; run++) {
  for (const [name, args] of Object.entries(cases)) seen[name].push(once(args));
}
rmSync(folder, { recursive: true, force: true });

const sorted = (samples, key) => samples.map(sample => sample[key]).sort((a, b) => a - b);
const show = number => `${Math.round(number)} ms`.padStart(9);
console.log(`${runs} runs each${' '.repeat(27)}median      best  median CPU`);
for (const [name, samples] of Object.entries(seen)) {
  const wall = sorted(samples, 'wall');
  const cpu = sorted(samples, 'cpu');
  const middle = Math.floor(samples.length / 2);
  console.log(`${name.padEnd(36)} ${show(wall[middle])} ${show(wall[0])}   ${show(cpu[middle])}`);
}
