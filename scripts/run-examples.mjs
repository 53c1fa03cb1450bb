// Runs every numbered example with the built command and compares what it prints with examples/expected.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const names = readdirSync('examples').filter(name => /^\d\d-.*\.yaml$/.test(name));

/** What is wrong with one example, or nothing. */
function check(name) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['dist/cli.js', 'run', `examples/${name}`, '--ephemeral'],
    { encoding: 'utf8', timeout: 60_000 },
  );
  if (status !== 0) return `exit code ${status}\n${stdout}${stderr}`;
  const expected = readFileSync(`examples/expected/${name.replace('.yaml', '.txt')}`, 'utf8');
  return stdout === expected ? undefined : `printed\n${stdout}instead of\n${expected}`;
}

const failed = names.filter(name => {
  const problem = check(name);
  console.log(`${problem === undefined ? 'ok    ' : 'FAILED'}  examples/${name}`);
  if (problem !== undefined) console.log(problem);
  return problem !== undefined;
});
console.log(`${names.length - failed.length} of ${names.length} examples ran as expected`);
process.exitCode = names.length > 0 && failed.length === 0 ? 0 : 1;
