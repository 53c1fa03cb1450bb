import { anyOf, type JsonSchema } from './json-schema.ts';

const TEMPLATE = '\\{\\{|\\{%';

/** The small words that stand everywhere: templates, conditions, numbers and times that may be templates. */
export const expressions: Readonly<Record<string, JsonSchema>> = {
  template: {
    type: 'string',
    pattern: TEMPLATE,
    description: 'A Jinja2 template.',
    examples: ['{{ workload.name }}'],
  },
  condition: {
    type: ['string', 'boolean'],
    description: 'A Jinja2 expression that is true or false, with or without braces.',
    examples: ['{{ output.data.total > 0 }}', "{{ event.name == 'step.failed' }}"],
  },
  duration: {
    description: 'A time: `500ms`, `2s`, `5m`, `2h`, or a number of seconds.',
    examples: ['500ms', '30s', '5m', '2h'],
    anyOf: [
      { type: 'string', pattern: '^\\s*[0-9]+(\\.[0-9]+)?\\s*(ms|s|m|h|d)?\\s*$' },
      { type: 'number', minimum: 0 },
      { $ref: '#/$defs/template' },
    ],
  },
  count: anyOf(
    'A whole number from 1, or a template that renders to one.',
    { type: 'integer', minimum: 1 },
    { $ref: '#/$defs/template' },
  ),
  set: {
    type: 'object',
    description:
      'Values to keep: `ctx.x` for the whole execution, `step.x` for this run of the step, `iter.x` for this iteration.',
    propertyNames: { pattern: '^(ctx|step|iter)\\..+$' },
    examples: [{ 'ctx.total': '{{ output.data.total }}' }],
  },
  name: {
    type: 'string',
    pattern: '^[\\p{L}\\p{N}_-]+$',
    description: 'Letters, digits, `_` and `-`.',
  },
};
