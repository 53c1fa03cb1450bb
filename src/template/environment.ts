import { LruMap } from '../common/lru.ts';
import type { Body } from './ast.ts';
import { type Budgets, DEFAULT_BUDGETS } from './budget.ts';
import { type CustomFunction, customFilter, customFunction, customTest } from './custom.ts';
import { FILTERS } from './filters/index.ts';
import { GLOBALS } from './globals/index.ts';
import { hasTemplateSyntax } from './lexer/lexer.ts';
import { parseBareExpression, parseTemplate } from './parser/template.ts';
import type { Vocabulary } from './runtime.ts';
import { type Parsed, Template } from './template.ts';
import { TESTS } from './tests/index.ts';
import type { Value } from './value/value.ts';

export interface EnvironmentOptions {
  /** Filters beside the built-in ones, by name: `(value, ...arguments) => result`. */
  readonly filters?: Readonly<Record<string, CustomFunction>>;
  readonly tests?: Readonly<Record<string, CustomFunction>>;
  /** Functions (`name(…)`) and values that every template can read. */
  readonly globals?: Readonly<Record<string, unknown>>;
  /** Make printing, comparing or looping over an undefined value an error. */
  readonly strict?: boolean;
  readonly budgets?: Partial<Budgets>;
  /** Compiled templates kept. */
  readonly cacheSize?: number;
}

/** A vocabulary and limits under which templates are compiled, with a cache of the compiled ones. */
export class Environment {
  readonly #vocabulary: Vocabulary;
  readonly #budgets: Budgets;
  readonly #templates: LruMap<string, Template>;
  readonly #conditions: LruMap<string, Template>;

  constructor(options: EnvironmentOptions = {}) {
    const { filters = {}, tests = {}, globals = {}, cacheSize = 5000 } = options;
    this.#vocabulary = {
      filters: new Map([
        ...FILTERS,
        ...Object.entries(filters).map(([name, run]) => [name, customFilter(name, run)] as const),
      ]),
      tests: new Map([
        ...TESTS,
        ...Object.entries(tests).map(([name, run]) => [name, customTest(name, run)] as const),
      ]),
      globals: new Map([
        ...GLOBALS,
        ...Object.entries(globals).map(([name, value]) => [name, toGlobal(name, value)] as const),
      ]),
      strict: options.strict ?? false,
    };
    this.#budgets = { ...DEFAULT_BUDGETS, ...options.budgets };
    this.#templates = new LruMap(cacheSize);
    this.#conditions = new LruMap(cacheSize);
  }

  /** Names that are known without any context: the global functions. */
  get globalNames(): Iterable<string> {
    return this.#vocabulary.globals.keys();
  }

  compile(source: string): Template {
    return this.#cached(this.#templates, source, parseSource);
  }

  /** A condition may be written without braces: `a > 1` is `{{ a > 1 }}`. */
  compileCondition(source: string): Template {
    return this.#cached(this.#conditions, source, parseCondition);
  }

  #cached(cache: LruMap<string, Template>, source: string, parse: (source: string) => Parsed): Template {
    const known = cache.get(source);
    if (known) return known;
    const template = new Template(source, parse(source), this.#vocabulary, this.#budgets);
    cache.set(source, template);
    return template;
  }
}

const toGlobal = (name: string, value: unknown): Value =>
  typeof value === 'function' ? customFunction(name, value as CustomFunction) : (value as Value);

function parseSource(source: string): Parsed {
  const body = parseTemplate(source);
  const only = loneExpression(body);
  return only ? { kind: 'expression', expression: only, body } : { kind: 'body', body };
}

/** The expression of a template that is nothing but one `{{ expression }}` and blanks around it. */
function loneExpression(body: Body) {
  const significant = body.filter(statement => statement.kind !== 'text' || statement.text.trim() !== '');
  const [only] = significant;
  return significant.length === 1 && only?.kind === 'print' ? only.value : undefined;
}

function parseCondition(source: string): Parsed {
  if (hasTemplateSyntax(source) || source.trim() === '') return parseSource(source);
  const expression = parseBareExpression(source);
  return { kind: 'expression', expression, body: [{ kind: 'print', value: expression, at: 0 }] };
}
