import { describe, expect, it } from 'vitest';
import { readXml } from '../../../test/support/well-formed-xml.ts';
import type { FileResult, TestResult } from '../../testing/index.ts';
import { junitReport } from './junit.ts';

const test = (name: string, more: Partial<TestResult> = {}): TestResult => ({
  name,
  passed: true,
  took: 12,
  virtual: 0,
  problems: [],
  differences: [],
  trace: [],
  calls: [],
  printed: [],
  reached: { steps: new Set(), arcs: new Set() },
  ...more,
});

const share = { reached: 0, total: 0, missed: [] };
const file = (...tests: readonly TestResult[]): FileResult => ({
  file: 'a "b" & <c>.yaml',
  tests,
  coverage: { steps: share, arcs: share },
  called: [],
});

describe('the JUnit report', () => {
  it('has a suite for each playbook and a case for each test', () => {
    const elements = readXml(junitReport([file(test('one'), test('two'))], 40));
    expect(elements.map(({ name }) => name)).toEqual(['testsuites', 'testsuite', 'testcase', 'testcase']);
    expect(elements[0]!.attributes).toMatchObject({ tests: '2', failures: '0', time: '0.040' });
  });

  it('tells what is wrong with a test that fails', () => {
    const differences = [{ path: 'result.n', expected: 1, actual: undefined, note: 'why' }];
    const text = junitReport([file(test('one', { passed: false, differences }))], 1);
    const failure = readXml(text).find(({ name }) => name === 'failure');
    expect(failure?.attributes).toEqual({
      message: 'result.n: expected 1, actual (nothing) (why)',
      type: 'difference',
    });
  });

  it('is well-formed whatever the names contain', () => {
    const names = ['a & b < c > "d"', 'nul \u0000 esc \u001b', 'half \ud800 pair', 'non \uffff', '👋\t\r\n'];
    const tests = names.map(name => test(name, { passed: false, problems: [name] }));
    expect(readXml(junitReport([file(...tests)], 1)).filter(({ name }) => name === 'failure')).toHaveLength(
      5,
    );
  });
});
