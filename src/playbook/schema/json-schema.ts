import type { PlainMapping } from '../../common/plain-value.ts';

/** A JSON Schema as data. */
export type JsonSchema = PlainMapping;

/** Properties of a mapping, in the order an editor should offer them. */
export type Properties = Readonly<Record<string, JsonSchema>>;

interface ObjectOptions {
  readonly required?: readonly string[];
  /** Whether other keys are allowed: data and tools have keys of their own. */
  readonly open?: boolean;
  readonly examples?: readonly PlainMapping[];
}

export function object(description: string, properties: Properties, options: ObjectOptions = {}): JsonSchema {
  return {
    type: 'object',
    description,
    properties,
    ...(options.required ? { required: options.required } : {}),
    ...(options.open ? {} : { additionalProperties: false }),
    ...(options.examples ? { examples: options.examples } : {}),
  };
}

export const text = (description: string, ...examples: readonly string[]): JsonSchema => ({
  type: 'string',
  description,
  ...(examples.length > 0 ? { examples } : {}),
});

export const flag = (description: string, byDefault: boolean): JsonSchema => ({
  type: 'boolean',
  description,
  default: byDefault,
});

export const integer = (description: string, minimum: number, byDefault?: number): JsonSchema => ({
  type: 'integer',
  description,
  minimum,
  ...(byDefault === undefined ? {} : { default: byDefault }),
});

/** One of a few words; the first is the default. */
export const choice = (description: string, ...words: readonly string[]): JsonSchema => ({
  enum: words,
  description,
  default: words[0]!,
});

export const list = (description: string, items: JsonSchema, minItems = 0): JsonSchema => ({
  type: 'array',
  description,
  items,
  ...(minItems > 0 ? { minItems } : {}),
});

export const textList = (description: string): JsonSchema => list(description, { type: 'string' });

export const anyOf = (description: string, ...options: readonly JsonSchema[]): JsonSchema => ({
  description,
  anyOf: options,
});

/** A definition of the schema, with a description for the place it is used in. */
export const ref = (name: string, description?: string): JsonSchema => ({
  $ref: `#/$defs/${name}`,
  ...(description === undefined ? {} : { description }),
});

/** A mapping with keys of the author's own. */
export const values = (description: string, ...examples: readonly PlainMapping[]): JsonSchema => ({
  type: 'object',
  description,
  ...(examples.length > 0 ? { examples } : {}),
});

/** Anything YAML can write. */
export const anything = (description: string): JsonSchema => ({ description });
