import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { decodeBase64 } from '../normalise/decode-base64.ts';
import { checkText } from '../read/check-text.ts';
import { isMap, type MapNode, type Node, textOf } from '../read/node.ts';
import { parseYaml } from '../read/yaml/parse.ts';

/** A YAML document of whatever kind, as it is written. */
export interface CatalogDocument {
  readonly text: string;
  readonly root: MapNode;
  /** As it is written; undefined if there is none. */
  readonly kind: string | undefined;
}

/** The first playbook in a text, or else its first mapping; undefined if there is none, or it is no proper text. */
export function readDocument(text: string): CatalogDocument | undefined {
  // Whoever judges it says what is wrong: nobody has to wait until a text that is too long was understood.
  if (checkText(text)) return undefined;
  const maps = parseYaml(text).documents.filter(isMap);
  const root = maps.find(map => textOf(map.get('kind')) === 'Playbook') ?? maps[0];
  return root && { text, root, kind: textOf(root.get('kind')) };
}

/** All of it as data. */
export const documentData = ({ root }: CatalogDocument): PlainMapping => dataOf(root) as PlainMapping;

export function dataOf(node: Node): PlainValue {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(dataOf);
    case 'map':
      return mappingOf(node.entries.map(({ key, value }) => [key, dataOf(value)] as const));
  }
}

/**
 * The text that was sent: clients may send it in base64. A plain text that happens to be base64 is told
 * apart by what comes of decoding it: only a mapping can be meant.
 */
export function plainContent(content: string): string {
  const decoded = decodeBase64(content);
  return decoded !== undefined && readDocument(decoded) ? decoded : content;
}
