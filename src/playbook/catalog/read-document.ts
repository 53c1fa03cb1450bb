import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { decodeBase64 } from '../normalise/decode-base64.ts';
import { checkText } from '../read/check-text.ts';
import { isMap, type MapNode, type Node, textOf } from '../read/node.ts';
import { parseYaml, type YamlDocuments } from '../read/yaml/parse.ts';

/** A YAML document of whatever kind, as it is written. */
export interface CatalogDocument {
  readonly root: MapNode;
  /** As it is written; undefined if there is none. */
  readonly kind: string | undefined;
}

/** A text that was sent, and what stands in it: parsed once, whoever looks at it. */
export interface SentText {
  readonly text: string;
  /** Undefined: it is no proper text, and nobody has to wait until it was understood. */
  readonly parsed: YamlDocuments | undefined;
  /** The first playbook in it, or else its first mapping. */
  readonly document: CatalogDocument | undefined;
}

function readText(text: string): SentText {
  const parsed = checkText(text) ? undefined : parseYaml(text);
  const maps = parsed?.documents.filter(isMap) ?? [];
  const root = maps.find(map => textOf(map.get('kind')) === 'Playbook') ?? maps[0];
  return { text, parsed, document: root && { root, kind: textOf(root.get('kind')) } };
}

/** Undefined if there is no mapping in it, or it is no proper text. */
export const readDocument = (text: string): CatalogDocument | undefined => readText(text).document;

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
 * What was sent: clients may send it in base64. A plain text that happens to be base64 is told apart by what
 * comes of decoding it: only a mapping can be meant.
 */
export function readContent(content: string): SentText {
  return decodedContent(content) ?? readText(content);
}

/** The text of it alone. */
export const plainContent = (content: string): string => decodedContent(content)?.text ?? content;

function decodedContent(content: string): SentText | undefined {
  const decoded = decodeBase64(content);
  const inside = decoded === undefined ? undefined : readText(decoded);
  return inside?.document && inside;
}
