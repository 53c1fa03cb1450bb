/**
 * What a template computes with. Values of the caller's context are used as they are, never copied:
 * `undefined` is Jinja's undefined, `null` is none, integers are `number` (or `bigint` above 2^53),
 * a number with a fraction is a float, arrays are lists, plain objects and Maps are mappings.
 * What JavaScript cannot tell apart or does not have is an `EngineObject` (or a `Tuple`).
 */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Value[]
  | Mapping
  | EngineObject;

export type Mapping = { readonly [key: string]: Value } | ReadonlyMap<Value, Value>;

/** The variables a template reads. The engine neither changes nor copies them. */
export type Context = Readonly<Record<string, unknown>>;

/** Base of everything that exists only inside the engine: nothing of it reaches the caller as is. */
export abstract class EngineObject {
  /** The name of the type in error messages, as Python calls it. */
  abstract readonly typeName: string;

  /** The value of `object.name`; undefined if there is no such attribute. */
  attribute(_name: string): Value {
    return undefined;
  }
}

/** A float whose value is integral or not finite: `1.0` must not become `1`. Others are plain numbers. */
export class Float extends EngineObject {
  readonly typeName = 'float';
  readonly value: number;

  constructor(value: number) {
    super();
    this.value = value;
  }
}

/** An immutable list; prints with parentheses and equals only other tuples. */
export class Tuple extends Array<Value> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  static of_(items: readonly Value[]): Tuple {
    const tuple = new Tuple();
    for (const item of items) tuple.push(item);
    return tuple;
  }
}

/** A pair with named parts, as `groupby` gives them. */
export class NamedTuple extends Tuple {
  readonly names: readonly string[];

  constructor(names: readonly string[], items: readonly Value[]) {
    super();
    this.names = names;
    this.push(...items);
  }
}

/** Something that can be walked but not indexed: what `map` or `select` give, or `dict.items()`. */
export class Iterable extends EngineObject {
  readonly typeName: string;
  readonly items: readonly Value[];
  /** Whether `length` works: it does on dictionary views, not on generators. */
  readonly isSized: boolean;

  constructor(typeName: string, items: readonly Value[], isSized: boolean) {
    super();
    this.typeName = typeName;
    this.items = items;
    this.isSized = isSized;
  }

  static generator(items: readonly Value[]): Iterable {
    return new Iterable('generator', items, false);
  }
}

/** `range(…)`: computed, never stored. */
export class Range extends EngineObject {
  readonly typeName = 'range';
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly length: number;

  constructor(start: number, stop: number, step: number) {
    super();
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = Math.max(0, Math.ceil((stop - start) / step));
  }

  at(index: number): number {
    return this.start + index * this.step;
  }
}

/** A dictionary made by the template itself. Only such ones may be changed by the template. */
export class Dict extends Map<Value, Value> {}

/** A point in time or a span of time. */
export abstract class Moment extends EngineObject {
  abstract readonly milliseconds: number;
  abstract text(): string;
}

/** `namespace(…)`: the one object whose attributes `{% set ns.x = … %}` may assign. */
export class Namespace extends EngineObject {
  readonly typeName = 'Namespace';
  readonly attributes: Dict;

  constructor(attributes: Dict) {
    super();
    this.attributes = attributes;
  }

  override attribute(name: string): Value {
    return this.attributes.get(name);
  }
}
