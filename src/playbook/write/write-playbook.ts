import type { Playbook } from '../model.ts';
import type { Positions } from '../positions.ts';
import { isMap, type MapNode, textOf } from '../read/node.ts';
import { parseYaml } from '../read/yaml/parse.ts';
import { attachComments } from './comments/attach-comments.ts';
import { NO_COMMENTS } from './comments/comment-table.ts';
import { NO_PLACES, placesFrom } from './shape/places.ts';
import { playbookTree } from './shape/playbook.ts';
import { printYaml } from './yaml/print.ts';

/** The text a playbook was loaded from, for its comments. */
export interface PlaybookSource {
  readonly text: string;
  readonly positions: Positions;
}

/** The canonical YAML of a playbook, with the comments of its source if that is given. */
export function writePlaybook(playbook: Playbook, source?: PlaybookSource): string {
  if (!source) return printYaml(playbookTree(NO_PLACES, playbook), NO_COMMENTS);
  const tree = playbookTree(placesFrom(source.positions), playbook);
  const root = rootOf(source.text);
  return printYaml(tree, root ? attachComments(source.text, root, tree) : NO_COMMENTS);
}

const rootOf = (text: string): MapNode | undefined =>
  parseYaml(text)
    .documents.filter(isMap)
    .find(root => textOf(root.get('kind')) === 'Playbook');
