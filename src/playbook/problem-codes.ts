/**
 * The catalogue of what can be said about a playbook: severity, and in one sentence what it means.
 * `docs/reference/problems` has a page for each code.
 */
export const PROBLEM_CODES = {
  yaml_syntax: ['error', 'The text is not well-formed YAML.'],

  // What the routing graph shows.
  step_unreachable: ['warning', 'No sequence of arcs leads from the entry step to this step.'],
  arc_never_matches: ['error', 'The arc is never taken, because one before it always is.'],
  arc_to_final_step: ['error', 'An arc leads to the final step, which runs by itself after everything.'],
  loop_without_condition: ['error', 'Arcs lead round in a circle and none of them has a condition.'],
  loop_two_entries: [
    'warning',
    'A loop can be entered at two steps, so the order of writing decides its head.',
  ],
  loop_exit_joins: [
    'warning',
    'A step that is reached in every turn of a loop runs only once, after the loop.',
  ],
  end_in_loop: ['warning', 'The step `end` is part of a loop, so it runs once per turn.'],
} as const satisfies Record<string, readonly ['error' | 'warning', string]>;

export type ProblemCode = keyof typeof PROBLEM_CODES;
