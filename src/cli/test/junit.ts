import type { FileResult, TestResult } from '../../testing/index.ts';
import { showValue } from './show-value.ts';

/** The report in the form that continuous integration reads: a suite for each playbook. */
export function junitReport(files: readonly FileResult[], took: number): string {
  const tests = files.flatMap(file => file.tests);
  return element(
    'testsuites',
    { name: 'noetl', tests: tests.length, failures: failures(tests), time: seconds(took) },
    files.map(suite),
  );
}

function suite({ file, tests }: FileResult): string {
  const took = tests.reduce((sum, test) => sum + test.took, 0);
  const attributes = {
    name: file,
    tests: tests.length,
    failures: failures(tests),
    errors: 0,
    time: seconds(took),
  };
  return element(
    'testsuite',
    attributes,
    tests.map(test => testcase(file, test)),
  );
}

function testcase(file: string, test: TestResult): string {
  const attributes = { name: test.name, classname: file, file, time: seconds(test.took) };
  return element('testcase', attributes, test.passed ? [] : [failure(test)]);
}

function failure({ problems, differences }: TestResult): string {
  const lines = [
    ...problems,
    ...differences.map(
      ({ path, expected, actual, note }) =>
        `${path}: expected ${showValue(expected)}, actual ${showValue(actual)}${note === undefined ? '' : ` (${note})`}`,
    ),
  ];
  return element(
    'failure',
    { message: lines[0] ?? '', type: problems.length > 0 ? 'problem' : 'difference' },
    [escaped(lines.join('\n'))],
  );
}

const failures = (tests: readonly TestResult[]): number => tests.filter(({ passed }) => !passed).length;

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  const open = `<${name}${written.join('')}`;
  return content.length === 0 ? `${open}/>\n` : `${open}>\n${content.join('')}\n</${name}>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\t': '&#9;',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const NO_CHARACTER = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/gu;

/** Characters that XML does not know at all are replaced: one of them would make the whole report unreadable. */
const escaped = (text: string): string =>
  text.replace(/[&<>"\r\t]/g, sign => ENTITIES[sign] ?? sign).replace(NO_CHARACTER, '\ufffd');
