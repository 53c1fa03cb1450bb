/**
 * The error catalogue of the template engine: every code a template error can carry, and in one
 * sentence what it means. `docs/reference/template-errors.md` has a section for each.
 */
export const TEMPLATE_ERROR_CODES = {
  template_syntax: 'The template is not well-formed Jinja2.',
  template_unknown_filter: 'No filter has this name.',
  template_unknown_test: 'No test has this name.',
  template_unknown_tag: 'No statement has this name.',
  template_undefined: 'A value is needed, but the name or attribute is not defined.',
  template_undefined_secret: 'A field below `keychain` is not defined.',
  template_type: 'An operation does not support values of this type.',
  template_value: 'A value has the right type but cannot be used here.',
  template_arguments: 'A filter, test, function or method was called with wrong arguments.',
  template_read_only: 'The template tried to change a value it did not create.',
  template_unavailable: 'The function exists, but not where this template is evaluated.',
  template_budget: 'The template used more steps, memory or nesting than it may.',
} as const satisfies Record<string, string>;

export type TemplateErrorCode = keyof typeof TEMPLATE_ERROR_CODES;
