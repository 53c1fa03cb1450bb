import { layerOf, PURE_LAYERS } from '../layers.ts';
import type { Rule } from '../rule.ts';

/** Packages that compute and nothing else. No module of Node's is on the list. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  common: ['@noble/hashes'],
  template: ['re2js', '@noble/hashes'],
  playbook: ['js-yaml', 'yaml', '@noble/hashes'],
};

export const pureImports: Rule = {
  title: 'The pure half imports nothing that could do input or output',
  why: 'a decision that can be replayed (P1, P2) depends on its arguments alone, never on a file, a socket or a package that has them',
  violations(file) {
    const layer = layerOf(file.path);
    if (!(PURE_LAYERS as readonly string[]).includes(layer)) return [];
    return file.imports
      .filter(
        ({ specifier }) => !specifier.startsWith('.') && !ALLOWED[layer]?.includes(packageOf(specifier)),
      )
      .map(({ line, specifier }) => `:${line} imports ${specifier}`);
  },
};

/** `@noble/hashes/sha2.js` belongs to `@noble/hashes`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
