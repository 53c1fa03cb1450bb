import type { BinaryOperator } from './value/arithmetic.ts';
import type { Value } from './value/value.ts';

/** `at` is the offset in the source where a reader would look for the node: its operator or its start. */

export type Expression =
  | Constant
  | Name
  | Attribute
  | Item
  | Slice
  | Call
  | Filter
  | Test
  | Unary
  | Binary
  | Concat
  | Compare
  | Logic
  | Conditional
  | ListLiteral
  | TupleLiteral
  | DictLiteral;

interface At {
  readonly at: number;
}

export interface Constant extends At {
  readonly kind: 'constant';
  readonly value: Value;
}

export interface Name extends At {
  readonly kind: 'name';
  readonly name: string;
}

export interface Attribute extends At {
  readonly kind: 'attribute';
  readonly object: Expression;
  readonly name: string;
}

export interface Item extends At {
  readonly kind: 'item';
  readonly object: Expression;
  readonly key: Expression;
}

export interface Slice extends At {
  readonly kind: 'slice';
  readonly object: Expression;
  readonly start: Expression | undefined;
  readonly stop: Expression | undefined;
  readonly step: Expression | undefined;
}

/** The arguments of a call as written: `f(a, *more, name=b, **named)`. */
export interface CallArguments {
  readonly positional: readonly Expression[];
  readonly named: readonly { readonly name: string; readonly value: Expression }[];
  readonly spread: Expression | undefined;
  readonly spreadNamed: Expression | undefined;
}

export interface Call extends At {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly args: CallArguments;
}

export interface Filter extends At {
  readonly kind: 'filter';
  readonly name: string;
  /** Undefined stands for the text of the enclosing `filter` or `set` block. */
  readonly target: Expression | undefined;
  readonly args: CallArguments;
}

export interface Test extends At {
  readonly kind: 'test';
  readonly name: string;
  readonly negated: boolean;
  readonly target: Expression;
  readonly args: CallArguments;
}

export interface Unary extends At {
  readonly kind: 'unary';
  readonly operator: '-' | '+' | 'not';
  readonly operand: Expression;
}

export interface Binary extends At {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface Concat extends At {
  readonly kind: 'concat';
  readonly parts: readonly Expression[];
}

export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

/** `a < b < c`: each operand is evaluated once and the chain ends at the first false. */
export interface Compare extends At {
  readonly kind: 'compare';
  readonly first: Expression;
  readonly rest: readonly {
    readonly operator: CompareOperator;
    readonly operand: Expression;
    readonly at: number;
  }[];
}

export interface Logic extends At {
  readonly kind: 'logic';
  readonly operator: 'and' | 'or';
  readonly operands: readonly Expression[];
}

export interface Conditional extends At {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly value: Expression;
  readonly otherwise: Expression | undefined;
}

export interface ListLiteral extends At {
  readonly kind: 'list';
  readonly items: readonly Expression[];
}

export interface TupleLiteral extends At {
  readonly kind: 'tuple';
  readonly items: readonly Expression[];
}

export interface DictLiteral extends At {
  readonly kind: 'dict';
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
}

export type Statement =
  | TextOutput
  | Print
  | If
  | For
  | SetValue
  | SetBlock
  | With
  | FilterBlock
  | Macro
  | CallBlock;

export type Body = readonly Statement[];

export interface TextOutput extends At {
  readonly kind: 'text';
  readonly text: string;
}

export interface Print extends At {
  readonly kind: 'print';
  readonly value: Expression;
}

export interface If extends At {
  readonly kind: 'if';
  readonly branches: readonly { readonly condition: Expression; readonly body: Body }[];
  readonly otherwise: Body;
}

/** What an assignment binds: a name, several names at once, or an attribute of a namespace. */
export type Target =
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'tuple'; readonly targets: readonly Target[]; readonly at: number }
  | { readonly kind: 'namespace'; readonly name: string; readonly attribute: string; readonly at: number };

export interface For extends At {
  readonly kind: 'for';
  readonly target: Target;
  readonly source: Expression;
  readonly condition: Expression | undefined;
  readonly recursive: boolean;
  readonly body: Body;
  readonly otherwise: Body;
}

export interface SetValue extends At {
  readonly kind: 'set';
  readonly target: Target;
  readonly value: Expression;
}

/** `{% set x | filter %}…{% endset %}`: the block's text, through the filters. */
export interface SetBlock extends At {
  readonly kind: 'set-block';
  readonly target: Target;
  readonly filter: Filter | undefined;
  readonly body: Body;
}

export interface With extends At {
  readonly kind: 'with';
  readonly bindings: readonly { readonly target: Target; readonly value: Expression }[];
  readonly body: Body;
}

export interface FilterBlock extends At {
  readonly kind: 'filter-block';
  readonly filter: Filter;
  readonly body: Body;
}

export interface Parameter {
  readonly name: string;
  readonly fallback: Expression | undefined;
}

export interface Macro extends At {
  readonly kind: 'macro';
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body;
}

/** `{% call(x) macro(…) %}…{% endcall %}`: the body becomes the macro's `caller`. */
export interface CallBlock extends At {
  readonly kind: 'call-block';
  readonly call: Call;
  readonly parameters: readonly Parameter[];
  readonly body: Body;
}
