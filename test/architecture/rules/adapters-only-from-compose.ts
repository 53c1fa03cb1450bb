import { layerOf, targetOf } from '../layers.ts';
import type { Rule } from '../rule.ts';

export const adaptersOnlyFromCompose: Rule = {
  title: 'Only compose imports adapters',
  why: 'the same engine runs on SQLite, PostgreSQL and NATS because nothing but the wiring knows which one it is',
  violations: file =>
    ['adapters', 'compose'].includes(layerOf(file.path))
      ? []
      : file.imports
          .filter(entry => layerOf(targetOf(file, entry) ?? '') === 'adapters')
          .map(({ line, specifier }) => `:${line} imports ${specifier}`),
};
