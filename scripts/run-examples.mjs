// Runs every numbered example with the built command and compares what it prints with examples/expected; checks
// that all of them are in canonical form and without warnings, and runs their tests.
//
//   npm run examples               all of it
//   npm run examples -- --update   takes what is printed as what is expected: read the difference before you commit
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNoetl, start } from './examples/command.mjs';
import { runOnce, SCENARIOS } from './examples/scenarios.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const isUpdate = process.argv.includes('--update');
const names = readdirSync('examples').filter(name => /^\d\d-.*\.yaml$/.test(name));

/** What is wrong with one example, or nothing. */
async function check(name, apiUrl) {
  const folder = mkdtempSync(join(tmpdir(), 'noetl-example-'));
  const expectedFile = `examples/expected/${name.replace('.yaml', '.txt')}`;
  try {
    const scenario = SCENARIOS[Number(name.slice(0, 2))] ?? runOnce;
    const printed = await scenario(`examples/${name}`, { folder, apiUrl });
    if (isUpdate) writeFileSync(expectedFile, printed);
    const expected = readFileSync(expectedFile, 'utf8');
    return printed === expected ? undefined : `printed\n${printed}instead of\n${expected}`;
  } catch (error) {
    return error.message;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkAll(command) {
  const { code, out, err } = await runNoetl(command);
  return code === 0 ? undefined : `${out}${err}`;
}

let failures = 0;
function report(subject, problem) {
  console.log(`${problem === undefined ? 'ok    ' : 'FAILED'}  ${subject}`);
  if (problem === undefined) return;
  failures++;
  console.log(problem);
}

const api = start(process.execPath, ['examples/lib/api.mjs']);
try {
  const apiUrl = (await api.says('http://')).trim();
  for (const name of names) report(`examples/${name}`, await check(name, apiUrl));
} finally {
  api.child.kill();
}
for (const command of [
  ['validate', '--strict', 'examples'],
  ['fmt', '--check', 'examples'],
  ['test', 'examples'],
]) {
  report(`noetl ${command.join(' ')}`, await checkAll(command));
}
console.log(failures === 0 ? `${names.length} examples ran as expected` : `${failures} checks failed`);
process.exitCode = names.length > 0 && failures === 0 ? 0 : 1;
