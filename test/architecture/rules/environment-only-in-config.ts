import { layerOf } from '../layers.ts';
import type { Rule } from '../rule.ts';

export const environmentOnlyInConfig: Rule = {
  title: 'Only config reads process.env',
  why: 'one file lists every variable that changes the behaviour, and every other part gets its settings as arguments',
  violations: file =>
    layerOf(file.path) === 'config'
      ? []
      : [
          ...file.mentions
            .filter(({ name }) => name === 'process.env')
            .map(({ line }) => `:${line} reads process.env`),
          ...file.imports
            .filter(({ specifier }) => /^(node:)?process$/.test(specifier))
            .map(
              ({ line }) => `:${line} imports process, use the global so that this rule sees what is read`,
            ),
        ],
};
