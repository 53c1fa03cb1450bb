/**
 * The catalogue of what can be said about a playbook: severity, and in one sentence what it means.
 * `docs/reference/problems` has a page for each code.
 */
export const PROBLEM_CODES = {
  // The text and its YAML.
  text_not_utf8: ['error', 'The file is binary, or not encoded in UTF-8.'],
  yaml_too_large: ['error', 'The text is larger than a playbook may be.'],
  yaml_too_deep: ['error', 'Lists and mappings are nested too deeply.'],
  yaml_syntax: ['error', 'The text is not well-formed YAML.'],
  yaml_unquoted_template: [
    'error',
    'A template stands without quotes, so YAML reads its braces as a mapping.',
  ],
  yaml_duplicate_key: ['error', 'A mapping has the same key twice.'],
  yaml_alias: ['error', 'An alias names an anchor that does not stand above it.'],
  yaml_alias_bomb: ['error', 'Aliases repeat more values than a playbook may have.'],
  yaml_merge: ['error', 'A merge key does not name mappings.'],
  yaml_tag: ['error', 'A tag has no meaning in a playbook.'],
  too_many_problems: ['warning', 'There are more problems than are shown.'],

  // The document as a whole.
  document_empty: ['error', 'The text has no content.'],
  document_not_mapping: ['error', 'The top level of the document is not a mapping.'],
  document_second_playbook: ['error', 'A text holds more than one playbook.'],
  document_ignored: ['warning', 'A document beside the playbook is ignored.'],
  api_version: ['error', 'The document is written for a version of the language that is not known.'],
  document_kind: ['error', 'The document is not a playbook.'],
  metadata_missing: ['error', 'The playbook has no metadata, or no name.'],
  workflow_empty: ['error', 'The playbook has no steps.'],

  // Keys and values.
  unknown_key: ['warning', 'A key has no meaning where it stands.'],
  key_twice: ['warning', 'Two keys that mean the same stand side by side.'],
  wrong_type: ['error', 'A value is of another type than its key needs.'],
  wrong_value: ['error', 'A value is not one of those its key allows.'],

  // Older spellings; errors under `strict`.
  legacy_root: ['warning', 'A key at the root belongs elsewhere now.'],
  legacy_tool: ['warning', 'A tool is written in an older form.'],
  legacy_field: ['warning', 'A field has an older name.'],
  legacy_next: ['warning', 'Routing is written in an older form.'],
  legacy_loop: ['warning', 'A loop is written in an older form.'],
  legacy_iterator: ['warning', 'A loop is written as a tool.'],
  legacy_retry: ['warning', 'A retry is written in an older form.'],
  legacy_pagination: ['warning', 'Pagination is written as a retry.'],
  legacy_case: ['warning', 'Routing by events is written as `case`.'],
  legacy_policy: ['warning', 'Rules of a task are written in an older form.'],
  legacy_set: ['warning', 'Variables are set in an older form.'],
  legacy_sink: ['warning', 'A sink is written in an older form.'],
  legacy_workbook: ['warning', 'The workbook is written in an older form.'],

  // Root sections.
  root_vars: ['error', 'Variables at the root clash with the workload, or are not part of the language.'],
  workbook_unnamed: ['error', 'An entry of the workbook has no name.'],
  workbook_unknown: ['error', 'A task names a workbook entry that does not exist.'],
  executor_step: ['error', 'The executor names a step that does not exist.'],
  test_step: ['error', 'A test names a step that does not exist.'],
  keychain_twice: ['error', 'Two keychain entries have the same name.'],

  // Steps and tasks.
  step_unnamed: ['error', 'A step has no name, or one with characters a name may not have.'],
  step_twice: ['error', 'Two steps have the same name.'],
  tool_missing: ['error', 'A step has the fields of a tool but no tool.'],
  tool_unknown_kind: ['warning', 'No tool of this kind is known.'],
  pipeline_empty: ['error', 'A list of tasks is empty.'],
  pipeline_item: ['error', 'An item of a pipeline is no task.'],
  task_twice: ['error', 'Two tasks of a pipeline have the same name.'],
  callback_place: ['error', 'A task that cannot wait for a callback says that it does.'],
  wait_place: ['error', 'A task that waits is not the last one of its step.'],
  wait_ignores: ['warning', 'A task that waits has a field that is not looked at.'],
  paginate_incomplete: ['error', 'Pagination does not say whether there is another page.'],
  paginate_on_pipeline: ['error', 'Pagination stands on a step with several tasks.'],
  retry_attempts: ['error', 'A number of attempts is not a positive integer.'],
  retry_backoff: ['error', 'A backoff is not one of those known.'],
  policy_rules: ['error', 'A policy has no list of rules.'],
  rule_shape: ['error', 'A rule has neither condition nor action.'],
  rule_verb: ['error', 'A rule asks for something that is not known.'],
  jump_target: ['error', 'A rule jumps to a task that does not exist.'],
  admit_rule: ['error', 'An admission rule does not say whether it allows.'],

  // Loops over collections.
  loop_source: ['error', 'A loop has no collection, or more than one source.'],
  loop_iterator: ['error', 'A loop does not name its item.'],
  loop_cursor: [
    'error',
    'A cursor does not say how rows are claimed, or asks for what only a collection has.',
  ],
  iterator_incomplete: ['error', 'An iterator lacks its collection, its element or its task.'],
  iterator_nested: ['error', 'An iterator stands inside another one.'],

  // Routing.
  next_unknown_step: ['error', 'An arc leads to a step that does not exist.'],
  arc_shape: ['error', 'An arc does not say where it leads.'],
  case_action: ['error', 'An action of `case` has no counterpart in the language.'],

  // Templates.
  template_syntax: ['error', 'A template is not well-formed.'],
  name_undefined: ['warning', 'A template reads a name that nothing defines.'],
  name_reserved: [
    'warning',
    'A step or the item of a loop has a name that means something else in templates.',
  ],
  name_never_read: ['warning', 'A variable is set and never read.'],
  server_reads_secret: ['error', 'A template that the server evaluates reads a secret or the environment.'],
  iter_outside_loop: ['warning', 'A template reads `iter` outside a loop.'],
  iter_in_step_set: ['warning', 'A `set` that runs once per run reads the item of one iteration.'],
  workload_secret: ['warning', 'The workload seems to contain a secret.'],

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
