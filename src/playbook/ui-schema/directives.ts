import type { PlainValue } from '../../common/plain-value.ts';
import { dataOf } from '../catalog/read-document.ts';
import type { Entry } from '../read/node.ts';
import { parseYaml } from '../read/yaml/parse.ts';

/** What the comment behind a value says about its field in a form. */
export interface Directives {
  readonly secret: boolean;
  readonly options: readonly PlainValue[] | undefined;
  readonly credential: string | undefined;
  readonly description: string | undefined;
}

/**
 * `# ui:secret`, `# ui:enum=[a, b]`, `# ui:credential=pg_*`, `# ui:description=text`: several may stand in one
 * comment, a description is always the last. What is malformed is passed over: a form without it still works.
 */
export function readDirectives(comment: string): Directives {
  const [marks = '', description] = comment.split(/\bui:description\s*=/, 2);
  const text = description?.trim();
  return {
    secret: /\bui:secret\b/.test(marks),
    options: readOptions(/\bui:enum\s*=\s*(\[[^\]]*\])/.exec(marks)?.[1]),
    credential: /\bui:credential\s*=\s*(\S+)/.exec(marks)?.[1],
    description: text === '' ? undefined : text,
  };
}

function readOptions(list: string | undefined): readonly PlainValue[] | undefined {
  const [node] = list === undefined ? [] : parseYaml(list).documents;
  if (node?.kind !== 'list') return undefined;
  return node.items.every(({ kind }) => kind === 'scalar') ? node.items.map(dataOf) : undefined;
}

/** The comment in the line of an entry: behind its value if that ends there, else behind its key. */
export function commentOf(source: string, { keyRange, value }: Entry): string {
  const lineEnd = endOfLine(source, keyRange.end);
  const { start, end } = value.range;
  // The value of an alias stands elsewhere.
  const endsHere = start >= keyRange.end && end <= lineEnd;
  const isScalarHere = endsHere && source.slice(start, end).trim() !== '';
  const rest = source.slice(isScalarHere ? end : keyRange.end, lineEnd);
  return /(?:^|\s)#(.*)$/.exec(rest)?.[1] ?? '';
}

function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end === -1 ? source.length : end;
}
