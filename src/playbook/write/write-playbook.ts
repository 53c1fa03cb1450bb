import type { Problem } from '../../common/problem.ts';
import { Environment } from '../../template/index.ts';
import { ConditionReads } from '../build/condition-reads.ts';
import type { Condition, Playbook } from '../model.ts';
import type { Positions } from '../positions.ts';
import { isMap, type MapNode, textOf } from '../read/node.ts';
import { parseYaml } from '../read/yaml/parse.ts';
import { attachComments } from './comments/attach-comments.ts';
import { NO_COMMENTS } from './comments/comment-table.ts';
import { keepUnknownKeys } from './keep/unknown-keys.ts';
import { keepWorkbook, NO_WORKBOOK } from './keep/workbook.ts';
import { NO_PLACES, placesFrom } from './shape/places.ts';
import { playbookTree } from './shape/playbook.ts';
import { printYaml } from './yaml/print.ts';

/** The text a playbook was loaded from, for what the model does not hold: comments, and what is kept. */
export interface PlaybookSource {
  readonly text: string;
  readonly positions: Positions;
  readonly problems: readonly Problem[];
}

/** `resolve` writes out what a reference to the workbook means, `keep` the reference and the workbook. */
export type WorkbookStyle = 'resolve' | 'keep';

/** The canonical YAML of a playbook, with the comments of its source if that is given. */
export function writePlaybook(
  playbook: Playbook,
  source?: PlaybookSource,
  style: WorkbookStyle = 'resolve',
): string {
  const conditions = new ConditionReads(new Environment());
  const observesFailure = (condition: Condition) => conditions.observesFailure(condition);
  // Places count from behind a byte order mark.
  const text = source?.text.replace(/^\ufeff/, '') ?? '';
  const root = source && parseYaml(text).documents.filter(isMap).find(isPlaybook);
  if (!root) return printYaml(playbookTree(NO_PLACES, playbook, observesFailure), NO_COMMENTS);
  const places = placesFrom(source.positions);
  const workbook = style === 'keep' ? keepWorkbook(root, playbook) : NO_WORKBOOK;
  const known = playbookTree(places, playbook, observesFailure, workbook);
  const tree = keepUnknownKeys(known, text, root, source.problems);
  return printYaml(tree, attachComments(text, root, tree));
}

const isPlaybook = (root: MapNode): boolean => textOf(root.get('kind')) === 'Playbook';
