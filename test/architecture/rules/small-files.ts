import type { Rule } from '../rule.ts';

const LONGEST = 350;

export const smallFiles: Rule = {
  title: `No file is longer than ${LONGEST} lines`,
  why: 'a file has one duty; one that does not fit on a few screens has taken on a second',
  violations: file => (file.lines > LONGEST ? [` has ${file.lines} lines`] : []),
};
