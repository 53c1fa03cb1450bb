import { assertNever } from '../../common/assert-never.ts';
import type { Body, FilterBlock, If, Print, SetBlock, SetValue, Statement, With } from '../ast.ts';
import { type Runtime, Scope } from '../runtime.ts';
import { toText } from '../value/text.ts';
import { isTrue } from '../value/truth.ts';
import type { Value } from '../value/value.ts';
import { compileTarget } from './assign.ts';
import { compileFilter } from './call.ts';
import { type Compiler, captured, type Emit, type Evaluate, type Output } from './compiler.ts';
import { compileExpression } from './expression.ts';
import { compileFor } from './loop.ts';
import { compileCallBlock, compileMacro } from './macro.ts';
import { definedIfStrict } from './undefined.ts';

export function compileBody(body: Body, compiler: Compiler): Emit {
  const statements = body.map(statement => compileStatement(statement, compiler));
  const [only] = statements;
  if (statements.length === 1 && only) return only;
  return (runtime, output) => {
    for (const statement of statements) statement(runtime, output);
  };
}

function compileStatement(node: Statement, compiler: Compiler): Emit {
  switch (node.kind) {
    case 'text':
      return (runtime, output) => output.add(node.text, runtime);
    case 'print':
      return compilePrint(node, compiler);
    case 'if':
      return compileIf(node, compiler);
    case 'for':
      return compileFor(node, compiler);
    case 'set':
      return compileSet(node, compiler);
    case 'set-block':
      return compileSetBlock(node, compiler);
    case 'with':
      return compileWith(node, compiler);
    case 'filter-block':
      return compileFilterBlock(node, compiler);
    case 'macro':
      return compileMacro(node, compiler);
    case 'call-block':
      return compileCallBlock(node, compiler);
    default:
      return assertNever(node, 'statement');
  }
}

function compilePrint(node: Print, compiler: Compiler): Emit {
  const value = definedIfStrict(node.value, compiler, compileExpression(node.value, compiler));
  return (runtime, output) => {
    const printed = value(runtime);
    runtime.at = node;
    output.add(toText(printed, runtime), runtime);
  };
}

function compileIf(node: If, compiler: Compiler): Emit {
  const branches = node.branches.map(({ condition, body }) => ({
    condition: compileExpression(condition, compiler),
    body: compileBody(body, compiler),
  }));
  const otherwise = compileBody(node.otherwise, compiler);
  return (runtime, output) => {
    const branch = branches.find(({ condition }) => isTrue(condition(runtime)));
    (branch?.body ?? otherwise)(runtime, output);
  };
}

function compileSet(node: SetValue, compiler: Compiler): Emit {
  const value = compileExpression(node.value, compiler);
  const assign = compileTarget(node.target);
  return runtime => {
    const assigned = value(runtime);
    runtime.at = node;
    assign(assigned, runtime);
  };
}

/** Hands the text of a block to filters that were compiled before the text is known. */
function compileBlockFilter(
  filter: FilterBlock['filter'] | undefined,
  compiler: Compiler,
): (text: string, runtime: Runtime) => Value {
  if (!filter) return text => text;
  const texts: string[] = [];
  const apply: Evaluate = compileFilter(filter, compiler, () => texts.at(-1));
  return (text, runtime) => {
    texts.push(text);
    try {
      return apply(runtime);
    } finally {
      texts.pop();
    }
  };
}

function compileSetBlock(node: SetBlock, compiler: Compiler): Emit {
  const body = compileBody(node.body, compiler);
  const filter = compileBlockFilter(node.filter, compiler);
  const assign = compileTarget(node.target);
  return runtime => {
    const text = inScope(runtime, () => captured(body, runtime));
    const value = filter(text, runtime);
    runtime.at = node;
    assign(value, runtime);
  };
}

function compileFilterBlock(node: FilterBlock, compiler: Compiler): Emit {
  const body = compileBody(node.body, compiler);
  const filter = compileBlockFilter(node.filter, compiler);
  return (runtime, output) => {
    const text = inScope(runtime, () => captured(body, runtime));
    output.add(toText(filter(text, runtime), runtime), runtime);
  };
}

function compileWith(node: With, compiler: Compiler): Emit {
  const bindings = node.bindings.map(({ target, value }) => ({
    assign: compileTarget(target),
    value: compileExpression(value, compiler),
  }));
  const body = compileBody(node.body, compiler);
  return (runtime, output: Output) => {
    const values = bindings.map(({ value }) => value(runtime));
    inScope(runtime, () => {
      runtime.at = node;
      for (const [i, { assign }] of bindings.entries()) assign(values[i], runtime);
      body(runtime, output);
    });
  };
}

/** Runs `work` in a scope of its own below `parent`. */
export function inScope<T>(runtime: Runtime, work: () => T, parent = runtime.scope): T {
  const outer = runtime.scope;
  runtime.scope = new Scope(parent);
  const result = work();
  runtime.scope = outer;
  return result;
}
