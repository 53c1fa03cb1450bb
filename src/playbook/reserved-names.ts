/** Names that nothing can shadow in a template: no step, no item of a loop, no workload key, no variable, no argument. */
export const RESERVED_NAMES = [
  'execution_id',
  'catalog_id',
  'path',
  'version',
  'parent_execution_id',
  'job',
  'workload',
  'ctx',
  'vars',
  'steps',
] as const;
