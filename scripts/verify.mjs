// Everything that must hold before a change is merged: `npm run verify`, and the same list in `.ci/run`.
// All checks run even when one fails; the last line counts every test and every other check.
//
//   node scripts/verify.mjs                          all of it
//   node scripts/verify.mjs --tested REPORT STATUS   the tests ran already: their report and exit status
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countTests } from './count-tests.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Each is a script of package.json. `test` is counted test by test, the others as one check each. */
const CHECKS = ['format:check', 'lint', 'types', 'build', 'test', 'examples'];

const tested =
  process.argv[2] === '--tested' ? { report: process.argv[3], status: Number(process.argv[4]) } : undefined;
const folder = mkdtempSync(join(tmpdir(), 'noetl-verify-'));
const rows = CHECKS.flatMap(check => (check === 'test' ? testRows() : [checkRow(check)]));
rmSync(folder, { recursive: true, force: true });

printTable(rows);
const passed = sum(rows.map(row => row.passed));
const failed = sum(rows.map(row => row.failed));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function checkRow(name) {
  const ok = run(name) === 0;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** One run of all tests, shown by what they are about. */
function testRows() {
  const { report, status } = tested ?? runTests();
  return countTests(report, status);
}

function runTests() {
  const report = join(folder, 'tests.json');
  return { report, status: run('test', { NOETL_TEST_REPORT: report }) };
}

function run(script, env = {}) {
  console.log(`\n== ${script}`);
  const { status } = spawnSync('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status ?? 1;
}

function printTable(lines) {
  const cell = (value, width) => String(value).padStart(width);
  console.log(`\n${'check'.padEnd(16)}${cell('passed', 8)}${cell('failed', 8)}${cell('skipped', 9)}`);
  for (const { name, passed, failed, skipped } of lines) {
    console.log(`${name.padEnd(16)}${cell(passed, 8)}${cell(failed, 8)}${cell(skipped, 9)}`);
  }
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
