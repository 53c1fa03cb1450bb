// Runs every examples/NN-*.yaml through the built command. A manual whose examples fail is worse than none.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const examples = readdirSync('examples')
  .filter(name => /^\d\d-.*\.yaml$/.test(name))
  .sort();
const failed = examples.filter(name => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/cli.js', 'run', `examples/${name}`], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'}  examples/${name}`);
  if (status !== 0) console.log(`${stdout}${stderr}`);
  return status !== 0;
});

console.log(`${examples.length} examples, ${failed.length} failed`);
if (examples.length === 0 || failed.length > 0) process.exitCode = 1;
