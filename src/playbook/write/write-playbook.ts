import { Environment } from '../../template/index.ts';
import { ConditionReads } from '../build/condition-reads.ts';
import type { Playbook } from '../model.ts';
import type { Positions } from '../positions.ts';
import { isMap, type MapNode, textOf } from '../read/node.ts';
import { parseYaml } from '../read/yaml/parse.ts';
import { attachComments } from './comments/attach-comments.ts';
import { type CommentTable, NO_COMMENTS } from './comments/comment-table.ts';
import { NO_PLACES, placesFrom } from './shape/places.ts';
import { playbookTree } from './shape/playbook.ts';
import type { Fields } from './tree.ts';
import { printYaml } from './yaml/print.ts';

/** The text a playbook was loaded from, for its comments. */
export interface PlaybookSource {
  readonly text: string;
  readonly positions: Positions;
}

/** The canonical YAML of a playbook, with the comments of its source if that is given. */
export function writePlaybook(playbook: Playbook, source?: PlaybookSource): string {
  const places = source ? placesFrom(source.positions) : NO_PLACES;
  const conditions = new ConditionReads(new Environment());
  const tree = playbookTree(places, playbook, condition => conditions.observesFailure(condition));
  return printYaml(tree, source ? commentsFor(tree, source) : NO_COMMENTS);
}

function commentsFor(tree: Fields, source: PlaybookSource): CommentTable {
  // Places count from behind a byte order mark.
  const text = source.text.replace(/^\ufeff/, '');
  const root = parseYaml(text).documents.filter(isMap).find(isPlaybook);
  return root ? attachComments(text, root, tree) : NO_COMMENTS;
}

const isPlaybook = (root: MapNode): boolean => textOf(root.get('kind')) === 'Playbook';
