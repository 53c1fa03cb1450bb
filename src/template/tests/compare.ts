import { defineBuiltins, type Run } from '../builtin.ts';
import { contains } from '../value/contains.ts';
import { isEqual } from '../value/equality.ts';
import { compare } from '../value/order.ts';

const equal: Run = (self, [other], runtime) => isEqual(self, other, runtime);
const different: Run = (self, [other], runtime) => !isEqual(self, other, runtime);

const ordered = (operator: string, holds: (order: number) => boolean): Run => {
  return (self, [other], runtime) => holds(compare(self, other, operator, runtime));
};

const less = ordered('<', order => order < 0);
const lessOrEqual = ordered('<=', order => order <= 0);
const greater = ordered('>', order => order > 0);
const greaterOrEqual = ordered('>=', order => order >= 0);

const OTHER = ['other'];

/** How a value compares with another; each has its operator, and one or two words, as names. */
export const COMPARE_TESTS = defineBuiltins('test', {
  eq: [OTHER, equal],
  equalto: [OTHER, equal],
  '==': [OTHER, equal],
  ne: [OTHER, different],
  '!=': [OTHER, different],
  lt: [OTHER, less],
  lessthan: [OTHER, less],
  '<': [OTHER, less],
  le: [OTHER, lessOrEqual],
  '<=': [OTHER, lessOrEqual],
  gt: [OTHER, greater],
  greaterthan: [OTHER, greater],
  '>': [OTHER, greater],
  ge: [OTHER, greaterOrEqual],
  '>=': [OTHER, greaterOrEqual],
  sameas: [OTHER, (self, [other]) => self === other],
  in: [['seq'], (self, [seq], runtime) => contains(seq, self, runtime)],
  contains: [['item'], (self, [item], runtime) => contains(self, item, runtime)],
});
