import { layerOf, MAY_IMPORT, targetOf } from '../layers.ts';
import type { Rule } from '../rule.ts';
import type { Import, SourceFile } from '../scan-source.ts';

export const importDirection: Rule = {
  title:
    'Imports point inwards: common, template, playbook, core, ports, then everything that depends on them',
  why: 'what is inside can be understood, tested and reused without what is outside',
  violations(file) {
    if (!(layerOf(file.path) in MAY_IMPORT))
      return [': its folder is not in the table of layers (layers.ts)'];
    return file.imports.flatMap(entry => problem(file, entry));
  },
};

function problem(file: SourceFile, entry: Import): readonly string[] {
  const target = targetOf(file, entry);
  if (target === undefined) return [];
  const place = `:${entry.line} imports ${target}`;
  if (!target.startsWith('src/')) return [`${place}, which is not source code of the package`];
  const from = layerOf(file.path);
  const to = layerOf(target);
  return from === to || MAY_IMPORT[from]?.includes(to)
    ? []
    : [`${place}, but ${from || 'src'} may not import ${to}`];
}
