/**
 * The catalogue of what can be said about a playbook: severity, and in one sentence what it means.
 * `docs/reference/problems` has a page for each code.
 */
export const PROBLEM_CODES = {
  yaml_syntax: ['error', 'The text is not well-formed YAML.'],
  step_unreachable: ['warning', 'No sequence of arcs leads from the entry step to this step.'],
} as const satisfies Record<string, readonly ['error' | 'warning', string]>;

export type ProblemCode = keyof typeof PROBLEM_CODES;
