import {
  Composer,
  type Document,
  Lexer,
  type ParsedNode,
  Parser,
  type YAMLError,
  type YAMLWarning,
} from 'yaml';
import type { Node } from '../node.ts';
import { CostWatch } from './cost-watch.ts';
import { readFast } from './fast-path.ts';
import { LIMITS } from './limits.ts';
import { explainSyntax } from './syntax-hint.ts';
import { TreeBuilder } from './tree-builder.ts';
import { tooDeep, YamlError } from './yaml-error.ts';

export interface YamlDocuments {
  /** One per document that is not empty; none if there are syntax errors. */
  readonly documents: readonly Node[];
  readonly errors: readonly YamlError[];
}

/** Reads YAML 1.2 (core schema) into nodes with places: fast where the text is ordinary, else thoroughly. */
export function parseYaml(text: string): YamlDocuments {
  try {
    const node = readFast(text);
    return node ? { documents: [node], errors: [] } : parseThoroughly(text);
  } catch (error) {
    return { documents: [], errors: [asYamlError(error)] };
  }
}

/** Understands everything YAML allows, and explains what it does not. */
export function parseThoroughly(text: string): YamlDocuments {
  try {
    const documents = [...compose(text)];
    const syntax = documents.flatMap(document => [...document.errors, ...document.warnings]);
    if (syntax.length > 0) return { documents: [], errors: withoutEchoes(syntax, text) };
    return buildTrees(documents, text);
  } catch (error) {
    return { documents: [], errors: [asYamlError(error)] };
  }
}

function buildTrees(documents: readonly Document.Parsed[], text: string): YamlDocuments {
  const errors: YamlError[] = [];
  const nodes = documents.flatMap(document => {
    if (document.contents === null || isEmptyDocument(document.contents, text)) return [];
    const builder = new TreeBuilder(text);
    const node = builder.build(document.contents);
    for (const error of builder.errors) errors.push(error);
    return [node];
  });
  return { documents: nodes, errors };
}

const isEmptyDocument = (contents: ParsedNode, text: string): boolean =>
  contents.range[1] === contents.range[0] && text.slice(contents.range[0], contents.range[1]) === '';

/** Lexer, parser and composer of the library, with a watch on what passes between them. */
function* compose(text: string): Generator<Document.Parsed, void> {
  const parser = new Parser();
  const composer = new Composer({
    uniqueKeys: false,
    prettyErrors: false,
    intAsBigInt: true,
    logLevel: 'silent',
  });
  const watch = new CostWatch();
  for (const lexeme of new Lexer().lex(text)) {
    watch.see(lexeme);
    for (const token of parser.next(lexeme)) {
      watch.seeToken(token.type);
      for (const document of composer.next(token)) yield document as Document.Parsed;
    }
  }
  for (const token of parser.end()) {
    for (const document of composer.next(token)) yield document as Document.Parsed;
  }
  for (const document of composer.end()) yield document as Document.Parsed;
}

/** One mistake makes the library report several in a row; the first of each line tells the most. */
function withoutEchoes(problems: readonly (YAMLError | YAMLWarning)[], text: string): YamlError[] {
  const seen = new Set<number>();
  const errors: YamlError[] = [];
  for (const problem of problems) {
    const line = text.lastIndexOf('\n', problem.pos[0] - 1);
    if (seen.has(line)) continue;
    // A line that a tab indents counts as not indented: what is below it only seems wrong.
    if (errors.length > 0 && problems[0]?.code === 'TAB_AS_INDENT' && problem.code !== 'TAB_AS_INDENT')
      continue;
    seen.add(line);
    errors.push(explainSyntax(problem, text));
    if (errors.length >= LIMITS.errors) break;
  }
  return errors;
}

function asYamlError(error: unknown): YamlError {
  if (error instanceof YamlError) return error;
  // The composer recurses: block lists and mappings nested by thousands end here.
  if (error instanceof RangeError) return tooDeep(0);
  throw error;
}
