import type { Body, Expression } from './ast.ts';
import type { Budgets } from './budget.ts';
import { type Compiler, captured, type Emit, type Evaluate } from './compile/compiler.ts';
import { compileExpression } from './compile/expression.ts';
import { compileBody } from './compile/statement.ts';
import { definedIfStrict } from './compile/undefined.ts';
import { isConditionTrue } from './condition.ts';
import { TemplateError } from './error.ts';
import { type Read, scanExpression, scanReads } from './reads.ts';
import { type Host, Runtime, Scope, type Vocabulary } from './runtime.ts';
import { toNative } from './value/native.ts';
import type { Context, Value } from './value/value.ts';

/** What a source was parsed to: one expression, or text and statements. */
export type Parsed =
  | { readonly kind: 'expression'; readonly expression: Expression; readonly body: Body }
  | { readonly kind: 'body'; readonly body: Body };

/** A compiled template. It holds no state: it can be evaluated any number of times, also recursively. */
export class Template {
  readonly source: string;
  /** What the template reads from its context, with places. */
  readonly reads: readonly Read[];
  /** The dotted paths it reads, each once. */
  readonly paths: readonly string[];
  /** Whether the source is plain text, which evaluates to itself. */
  readonly isStatic: boolean;
  readonly #vocabulary: Vocabulary;
  readonly #budgets: Budgets;
  readonly #bindsNames: boolean;
  readonly #emit: Emit;
  readonly #expression: Evaluate | undefined;

  constructor(source: string, parsed: Parsed, vocabulary: Vocabulary, budgets: Budgets) {
    const { reads, locals } = scanReads(parsed.body);
    const compiler: Compiler = { source, vocabulary, locals };
    this.source = source;
    this.reads = parsed.kind === 'expression' ? scanExpression(parsed.expression).reads : reads;
    this.paths = [...new Set(this.reads.map(read => read.path))];
    this.isStatic = parsed.body.every(statement => statement.kind === 'text');
    this.#vocabulary = vocabulary;
    this.#budgets = budgets;
    this.#bindsNames = locals.size > 0;
    this.#emit = compileBody(parsed.body, compiler);
    this.#expression =
      parsed.kind === 'expression'
        ? definedIfStrict(parsed.expression, compiler, compileExpression(parsed.expression, compiler))
        : undefined;
  }

  /** The native value of a lone `{{ expression }}` (surrounding blanks do not count), else the text. */
  evaluate(context: Context = {}, host: Host = {}): unknown {
    return this.#run(context, host, runtime => toNative(this.#value(runtime), runtime));
  }

  /** The text, as Jinja2 renders it. */
  renderText(context: Context = {}, host: Host = {}): string {
    return this.#run(context, host, runtime => captured(this.#emit, runtime));
  }

  /** Whether the template holds as a condition. */
  test(context: Context = {}, host: Host = {}): boolean {
    return this.#run(context, host, runtime => isConditionTrue(this.#value(runtime)));
  }

  #value(runtime: Runtime): Value {
    return this.#expression ? this.#expression(runtime) : captured(this.#emit, runtime);
  }

  #run<T>(context: Context, host: Host, work: (runtime: Runtime) => T): T {
    const scope = this.#bindsNames ? new Scope(undefined) : undefined;
    const runtime = new Runtime(context, this.#vocabulary, this.#budgets, host, scope);
    try {
      return work(runtime);
    } catch (error) {
      throw this.#placed(error, runtime);
    }
  }

  #placed(error: unknown, runtime: Runtime): unknown {
    const place = { source: this.source, offset: runtime.at?.at ?? 0 };
    if (error instanceof TemplateError) return error.at(place);
    if (error instanceof RangeError && /call stack/i.test(error.message)) {
      return new TemplateError(
        'template_budget',
        'the template nests too deeply',
        'end the recursion earlier',
        place,
      );
    }
    return error;
  }
}
