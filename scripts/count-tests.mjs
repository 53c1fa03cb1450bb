// Reads the test runner's JSON report and counts, by subject, what passed and what did not.
import { readFileSync } from 'node:fs';

const SUBJECTS = [
  { name: 'architecture', folder: '/test/architecture/' },
  { name: 'docs', folder: '/test/docs/' },
];
const OTHER = 'tests';

/**
 * A run counts as failed by at least one whenever it ended badly: with no report, with no tests, or with an
 * exit status that no single test explains (an error outside of tests, a skip that is not allowed).
 */
export function countTests(reportFile, status) {
  const files = read(reportFile);
  const names = [OTHER, ...SUBJECTS.map(({ name }) => name)];
  const rows = names.map(name =>
    countFiles(
      name,
      files.filter(file => subjectOf(file.name) === name),
    ),
  );
  const explained = rows.some(row => row.failed > 0);
  const ran = rows.some(row => row.passed > 0);
  if (!explained && (status !== 0 || !ran)) rows.push({ name: 'test run', passed: 0, failed: 1, skipped: 0 });
  return rows;
}

function read(reportFile) {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8')).testResults;
  } catch {
    return [];
  }
}

function subjectOf(path) {
  return SUBJECTS.find(({ folder }) => path.includes(folder))?.name ?? OTHER;
}

function countFiles(name, files) {
  const counts = { name, passed: 0, failed: 0, skipped: 0 };
  for (const file of files) {
    const statuses = file.assertionResults.map(test => test.status);
    counts.passed += statuses.filter(status => status === 'passed').length;
    counts.failed += statuses.filter(status => status === 'failed').length;
    counts.skipped += statuses.filter(status => status !== 'passed' && status !== 'failed').length;
    // A file that cannot be loaded, or whose hooks fail, has no failing test to show for it.
    if (file.status === 'failed' && !statuses.includes('failed')) counts.failed += 1;
  }
  return counts;
}
