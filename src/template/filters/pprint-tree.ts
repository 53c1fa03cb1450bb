import { orderOf } from '../methods/sort.ts';
import type { Runtime } from '../runtime.ts';
import { textLength } from '../value/iterate.ts';
import { isMapping, isNumeric, isSequence, isTuple, typeName } from '../value/kinds.ts';
import { entriesOf } from '../value/mapping.ts';
import { quote, represent } from '../value/text.ts';
import type { Mapping, Value } from '../value/value.ts';

/** A value with its text on one line; how wide that is decides whether it is broken up. */
export interface PrintNode {
  readonly flat: string;
  readonly width: number;
  /** For texts: what to break up. */
  readonly text?: string;
  /** For containers: brackets and what stands between them. */
  readonly container?: {
    readonly open: string;
    readonly close: string;
    readonly parts: readonly PrintPart[];
  };
}

export interface PrintPart {
  /** `'key': ` in a mapping, else empty. */
  readonly label: string;
  readonly node: PrintNode;
}

export function printTree(value: Value, runtime: Runtime): PrintNode {
  runtime.step();
  if (typeof value === 'string') {
    runtime.produce(value.length);
    return { ...leaf(quote(value)), text: value };
  }
  if (!isMapping(value) && !isSequence(value)) return leaf(represent(value, runtime));
  runtime.descend();
  const node = isMapping(value)
    ? containerNode('{', mappingParts(value, runtime), '}')
    : containerNode(isTuple(value) ? '(' : '[', listParts(value, runtime), closing(value));
  runtime.ascend();
  runtime.produce(node.flat.length);
  return node;
}

const leaf = (flat: string): PrintNode => ({ flat, width: textLength(flat) });

const closing = (value: readonly Value[]): string =>
  isTuple(value) ? (value.length === 1 ? ',)' : ')') : ']';

function containerNode(open: string, parts: readonly PrintPart[], close: string): PrintNode {
  const flat = open + parts.map(({ label, node }) => label + node.flat).join(', ') + close;
  const inside = parts.reduce((width, { label, node }) => width + textLength(label) + node.width + 2, 0);
  return {
    flat,
    width: open.length + Math.max(0, inside - 2) + close.length,
    container: { open, close, parts },
  };
}

const listParts = (list: readonly Value[], runtime: Runtime): PrintPart[] =>
  Array.from(list, item => ({ label: '', node: printTree(item, runtime) }));

function mappingParts(mapping: Mapping, runtime: Runtime): PrintPart[] {
  return entriesOf(mapping)
    .sort(([a], [b]) => keyOrder(a, b, runtime))
    .map(([key, item]) => ({ label: `${represent(key, runtime)}: `, node: printTree(item, runtime) }));
}

/** Keys of types that cannot be compared are ordered by the names of their types. */
function keyOrder(a: Value, b: Value, runtime: Runtime): number {
  const isComparable = typeof a === typeof b || (isNumeric(a) && isNumeric(b));
  if (isComparable && (isNumeric(a) || typeof a === 'string')) return orderOf(a, b, runtime);
  const left = pythonType(a);
  const right = pythonType(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

const pythonType = (value: Value): string => (value === null ? 'NoneType' : typeName(value));
