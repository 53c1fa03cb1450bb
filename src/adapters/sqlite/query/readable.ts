/**
 * Tables whose rows anybody may read who may query. Whoever adds a table decides: here, or among the secret ones.
 */
export const READABLE_TABLES: ReadonlySet<string> = new Set([
  'cache',
  'cache_chunk',
  'catalog',
  'catalog_call',
  'catalog_path',
  'execution_summary',
  'migration',
  'playbook',
  'removal',
  'result',
  'result_chunk',
  'snapshot',
  'turn',
]);

/** Tables that hold what only their tools may see, with the command that shows the rest of them. */
export const SECRET_TABLES: Readonly<Record<string, string>> = {
  credential: '`noetl credential list` shows what may be seen of it',
  keychain: '`noetl keychain list` shows what may be seen of it',
};

/** Modules whose tables compute, and read nothing but their arguments. All others are refused: some read files. */
export const READABLE_MODULES: ReadonlySet<string> = new Set([
  'json_each',
  'json_tree',
  'generate_series',
  'pragma_table_list',
  'pragma_table_info',
  'pragma_table_xinfo',
  'pragma_index_list',
  'pragma_index_info',
]);

/** Functions that only compute though SQLite was not told that they do: those of its extension for mathematics. */
export const COMPUTING_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 lower_quartile ' +
    'median mode pi power radians reverse sign sin sinh sqrt square stdev tan tanh upper_quartile variance'
  ).split(' '),
);
