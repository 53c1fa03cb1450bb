import type { PlainValue } from '../../common/plain-value.ts';
import { dataOf, readDocument } from '../catalog/read-document.ts';
import { type Entry, isMap, isScalar, type MapNode, type Node, textOf } from '../read/node.ts';
import { commentOf, readDirectives } from './directives.ts';

/** One field of the form with which a playbook is started. */
export interface UiField {
  readonly name: string;
  readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'null' | 'enum';
  /** Null for a secret: it is not shown again. */
  readonly default: PlainValue;
  readonly description?: string;
  readonly secret: boolean;
  /** Names of credentials to choose from, with `*`. */
  readonly credentialGlob?: string;
  /** Of an enum. */
  readonly options?: readonly PlainValue[];
  /** Of an object. */
  readonly children?: readonly UiField[];
}

export interface UiSchema {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly exposedInUi: boolean;
  readonly fields: readonly UiField[];
}

/** The form of a playbook, from the defaults of its workload and the comments behind them. Never throws. */
export function uiSchema(text: string): UiSchema {
  const root = readDocument(text)?.root;
  const metadata = mapAt(root, 'metadata');
  const exposed = metadata?.get('exposed_in_ui');
  return {
    title: textOf(metadata?.get('name')),
    description: textOf(metadata?.get('description')),
    exposedInUi: isScalar(exposed) && exposed.value === true,
    fields: fieldsOf(mapAt(root, 'workload'), text),
  };
}

function mapAt(map: MapNode | undefined, key: string): MapNode | undefined {
  const node = map?.get(key);
  return isMap(node) ? node : undefined;
}

const fieldsOf = (map: MapNode | undefined, source: string): readonly UiField[] =>
  map?.entries.map(entry => fieldOf(entry, source)) ?? [];

function fieldOf(entry: Entry, source: string): UiField {
  const { key: name, value } = entry;
  const { secret, options, credential, description } = readDirectives(commentOf(source, entry));
  return {
    name,
    kind: options ? 'enum' : kindOf(value),
    default: secret ? null : dataOf(value),
    secret,
    ...(description === undefined ? {} : { description }),
    ...(credential === undefined ? {} : { credentialGlob: credential }),
    ...(options ? { options } : {}),
    ...(isMap(value) && !secret && !options ? { children: fieldsOf(value, source) } : {}),
  };
}

function kindOf(node: Node): UiField['kind'] {
  if (node.kind === 'list') return 'array';
  if (node.kind === 'map') return 'object';
  switch (typeof node.value) {
    case 'bigint':
      return 'integer';
    case 'number':
      return Number.isInteger(node.value) ? 'integer' : 'number';
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'string';
    default:
      return 'null';
  }
}
