import type { RE2JS } from 're2js';
import { valueError } from '../error.ts';

interface Groups {
  group(index: number): string | null;
}

/** `\1`, `\g<1>`, `\g<name>`, and the escapes of a Python string. */
const REFERENCE = /\\(?:g<([^<>\\]*)>|(\d{1,2})|([\s\S]))/g;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\\', '\\'],
]);

type Part = string | number;

/** A replacement in Python's notation, ready to be written for each match. */
export function parseReplacement(replacement: string, pattern: RE2JS): (groups: Groups) => string {
  const parts: Part[] = [];
  let start = 0;
  for (const match of replacement.matchAll(REFERENCE)) {
    const [whole, name, number, letter] = match;
    parts.push(replacement.slice(start, match.index));
    if (letter !== undefined) parts.push(ESCAPES.get(letter) ?? whole);
    else parts.push(groupIndex(name ?? number ?? '', pattern, 'regex_replace'));
    start = match.index + whole.length;
  }
  parts.push(replacement.slice(start));
  return groups => parts.map(part => (typeof part === 'number' ? (groups.group(part) ?? '') : part)).join('');
}

/** The group that `\1` or `\g<name>` means. */
export function resolveGroup(reference: string, pattern: RE2JS, owner: string): number {
  const [, name, number] = /^\\(?:g<([^<>\\]*)>|(\d{1,2}))$/.exec(reference) ?? [];
  const wanted = name ?? number;
  if (wanted === undefined) {
    return valueError(`a group of '${owner}' must be written as '\\\\1' or '\\\\g<name>'`);
  }
  return groupIndex(wanted, pattern, owner);
}

function groupIndex(name: string, pattern: RE2JS, owner: string): number {
  const index = /^\d+$/.test(name) ? Number(name) : new Map(Object.entries(pattern.namedGroups())).get(name);
  if (index !== undefined && index <= pattern.groupCount()) return index;
  return valueError(`'${owner}' refers to a group that its pattern does not have`);
}
