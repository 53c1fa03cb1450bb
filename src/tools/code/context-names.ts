import { mappingOf, type PlainMapping } from '../../common/plain-value.ts';
import { toPlain } from '../../core/codec/plain.ts';
import type { ToolCall } from '../../ports/tool.ts';

const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;
const MAIN = /\b(?:def|function)\s+main\s*\(([^)]*)\)/u;
/** Names under which code reads the whole context. */
const CONTEXT = ['context', 'variables'];

/** What of the context is sent with a call, and which of it stands among the globals. */
export interface ContextNames {
  readonly context: readonly string[];
  readonly globals: readonly string[];
}

/**
 * Which names of the context the code can mean. Looking one up may load a large result, so only names that
 * stand in the code are: all of them if it mentions the context, else the parameters of `main`. Of a loop
 * iteration, the element and its index are globals.
 */
export function namesInCode(code: string, context: ToolCall['context']): ContextNames {
  const words = new Set(code.match(WORD));
  const isKnown = (name: string) => Object.hasOwn(context, name);
  const mentioned = CONTEXT.some(name => words.has(name)) ? [...words] : wordsOf(MAIN.exec(code)?.[1]);
  const dashed = mentioned.length > 0 && code.includes('-') ? dashedNames(code, context) : [];
  const ofLoop = iterationNames(context).filter(name => words.has(name) && isKnown(name));
  return { context: [...new Set([...mentioned.filter(isKnown), ...dashed])], globals: ofLoop };
}

const wordsOf = (text: string | undefined): readonly string[] => text?.match(WORD) ?? [];

/** Names of steps may contain dashes, which no word of a program does. */
const dashedNames = (code: string, context: ToolCall['context']): readonly string[] =>
  Object.keys(context).filter(name => name.includes('-') && code.includes(name));

function iterationNames(context: ToolCall['context']): readonly string[] {
  const iter = Object.hasOwn(context, 'iter') ? context.iter : undefined;
  return typeof iter === 'object' && iter !== null ? ['iter', '_index', '_total', ...Object.keys(iter)] : [];
}

/** The values of these names, as plain data. */
export const pickNames = (context: ToolCall['context'], names: readonly string[]): PlainMapping =>
  mappingOf(names.map(name => [name, toPlain(context[name] ?? null, name)]));
