import { defineBuiltins } from '../builtin.ts';
import { splitLines } from '../methods/text/lines.ts';
import type { Runtime } from '../runtime.ts';
import { textLength } from '../value/iterate.ts';
import { quote } from '../value/text.ts';
import { type PrintNode, printTree } from './pprint-tree.ts';

const WIDTH = 80;

/** Where a value stands: its column, and the room that brackets and commas after it need. */
interface Spot {
  readonly indent: number;
  readonly allowance: number;
  readonly isTop: boolean;
}

/** As Python's `pprint`: what does not fit into 80 columns goes on several lines. */
function print(node: PrintNode, spot: Spot, runtime: Runtime): string {
  const { indent, allowance } = spot;
  if (node.width <= WIDTH - indent - allowance) return node.flat;
  if (node.text !== undefined) return printText(node.text, node.flat, spot, runtime);
  if (!node.container) return node.flat;
  const { open, close, parts } = node.container;
  runtime.produce(node.flat.length + parts.length * (indent + 2));
  const printed = parts.map(({ label, node: part }, i) => {
    const room = i === parts.length - 1 ? allowance + close.length : 1;
    return (
      label + print(part, { indent: indent + 1 + textLength(label), allowance: room, isTop: false }, runtime)
    );
  });
  return open + printed.join(`,\n${' '.repeat(indent + 1)}`) + close;
}

/** A long text as several quoted pieces, broken after spaces; at the top in parentheses. */
function printText(text: string, flat: string, spot: Spot, runtime: Runtime): string {
  const indent = spot.isTop ? spot.indent + 1 : spot.indent;
  const allowance = spot.isTop ? spot.allowance + 1 : spot.allowance;
  const lines = splitLines(text, true);
  const pieces = lines.flatMap((line, i) => {
    const room = i === lines.length - 1 ? allowance : 0;
    return textLength(quote(line)) <= WIDTH - indent - room
      ? [quote(line)]
      : breakLine(line, WIDTH - indent, room);
  });
  if (pieces.length <= 1) return flat;
  runtime.produce(text.length + pieces.length * (indent + 3));
  const joined = pieces.join(`\n${' '.repeat(indent)}`);
  return spot.isTop ? `(${joined})` : joined;
}

function breakLine(line: string, width: number, allowance: number): string[] {
  const parts = line.match(/\S+\s*|\s+/gu) ?? [];
  const pieces: string[] = [];
  let current = '';
  let used = 2;
  parts.forEach((part, i) => {
    const length = textLength(quote(part)) - 2;
    const room = width - (i === parts.length - 1 ? allowance : 0);
    if (used + length > room && current !== '') {
      pieces.push(quote(current));
      current = '';
      used = 2;
    }
    current += part;
    used += length;
  });
  return current === '' ? pieces : [...pieces, quote(current)];
}

export const PPRINT_FILTERS = defineBuiltins('filter', {
  pprint: [
    [],
    (self, _args, runtime) =>
      print(printTree(self, runtime), { indent: 0, allowance: 0, isTop: true }, runtime),
  ],
});
