// Stands in for 'vitest' in the bundle that mutants run against: collects the tests instead of running
// them. `expect` is the real one.
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = (value, message) => chai.expect(value, message);
Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect, writable: true, configurable: true });
setState({ assertionCalls: 0, isExpectingAssertions: false }, expect);

/** @type {{ id: string, name: string, run: () => unknown }[]} */
export const tests = [];
const path = [];

export function describe(name, body) {
  path.push(name);
  body();
  path.pop();
}

export function it(name, run) {
  const full = [...path, name].join(' > ');
  const twins = tests.filter(test => test.name === full).length;
  tests.push({ id: twins === 0 ? full : `${full} #${twins + 1}`, name: full, run });
}
