import { layerOf, PURE_LAYERS } from '../layers.ts';
import type { Rule } from '../rule.ts';

const FORBIDDEN: ReadonlySet<string> = new Set([
  'process',
  'globalThis',
  'console',
  'fetch',
  'Date.now',
  'new Date()',
  'Date()',
  'performance',
  'Math.random',
  'crypto.randomUUID',
  'crypto.getRandomValues',
  'setTimeout',
  'setInterval',
  'setImmediate',
]);

export const pureCode: Rule = {
  title: 'The pure half reads no clock, no chance and no process',
  why: 'state is a fold of the log: the same events must give the same decision tomorrow on another machine (P1, P2); the shell passes time and ids in',
  violations: file =>
    (PURE_LAYERS as readonly string[]).includes(layerOf(file.path))
      ? file.mentions
          .filter(({ name }) => FORBIDDEN.has(name))
          .map(({ line, name }) => `:${line} uses ${name}`)
      : [],
};
