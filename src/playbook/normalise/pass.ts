import type { SourceRange } from '../positions.ts';
import type { ProblemCode } from '../problem-codes.ts';
import type { ProblemLog } from '../problem-log.ts';
import type { Entry, MapNode } from '../read/node.ts';

/** The generation a document says it is written for; only a tie-breaker, shapes decide. */
export type Generation = 'v1' | 'v2' | 'v10';

/** What a pass knows beside the node it works on. */
export interface PassContext {
  readonly generation: Generation;
  readonly log: ProblemLog;
  /** Entries of the workbook by name, in canonical task form. */
  readonly workbook: ReadonlyMap<string, MapNode>;
}

/**
 * Turns one older spelling into the canonical one and warns of it; leaves everything else alone.
 * What is neither is left as it stands: the builder says what is wrong with it.
 */
export type Pass = (node: MapNode, context: PassContext) => MapNode;

export function report(
  context: PassContext,
  code: ProblemCode,
  at: SourceRange,
  message: string,
  hint?: string,
): void {
  context.log.report(code, at.start, message, hint);
}

/** `old` is accepted; `replacement` is what to write. */
export function warnOfSpelling(
  context: PassContext,
  code: ProblemCode & `legacy_${string}`,
  at: SourceRange,
  old: string,
  replacement: string,
): void {
  report(context, code, at, `${old} is an older spelling`, `write ${replacement}`);
}

export const runPasses = (passes: readonly Pass[], node: MapNode, context: PassContext): MapNode =>
  passes.reduce((result, pass) => pass(result, context), node);

/** Gives entries with an alias their canonical name; an alias beside the canonical name is dropped. */
export function renameAliases(
  node: MapNode,
  aliases: Readonly<Record<string, string>>,
  code: ProblemCode & `legacy_${string}`,
  context: PassContext,
): MapNode {
  let result = node;
  for (const entry of node.entries) {
    const canonical = Object.hasOwn(aliases, entry.key) ? aliases[entry.key] : undefined;
    if (canonical !== undefined) result = renameOne(result, entry, canonical, code, context);
  }
  return result;
}

function renameOne(
  node: MapNode,
  { key, keyRange }: Entry,
  canonical: string,
  code: ProblemCode & `legacy_${string}`,
  context: PassContext,
): MapNode {
  if (!node.has(canonical)) {
    warnOfSpelling(context, code, keyRange, `\`${key}\``, `\`${canonical}\``);
    return node.renamed(key, canonical);
  }
  const message = `\`${key}\` and \`${canonical}\` mean the same, and \`${canonical}\` is used`;
  report(context, 'key_twice', keyRange, message, `remove \`${key}\``);
  return node.without(key);
}
