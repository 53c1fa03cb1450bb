import type { Rule } from '../rule.ts';

const NAMELESS = /\/(utils?|helpers?|misc|common)\.ts$/;

export const namedForTheirDuty: Rule = {
  title: 'Files are named for what they do',
  why: 'utils.ts collects whatever has no place, and nobody finds it again',
  violations: file => (NAMELESS.test(file.path) ? [': name it after the one thing it does'] : []),
};
