/** The keys of the canonical language, by where they stand. */
const words = (text: string): readonly string[] => text.split(' ');

export const KEYS = {
  root: words('apiVersion kind metadata workload keychain executor workbook workflow tests'),
  metadata: words(
    'name path version description labels tags capabilities exposed_in_ui exposes_as_mcp agent',
  ),
  executor: words('profile version requires spec'),
  executorSpec: words(
    'entry_step final_step no_next_is_error loop_mode policy pool timeout concurrency render_workload',
  ),
  concurrency: words('key limit on_limit'),
  step: words('step desc when input loop tool set retry timeout on_error redeliver next spec'),
  stepSpec: words('policy pool'),
  stepPolicy: words('admit'),
  admit: words('rules on_deny mode'),
  loop: words('in cursor iterator spec'),
  loopSpec: words('mode max_in_flight where order_by limit chunk on_error frame policy'),
  cursor: words('kind auth claim options'),
  frame: words(
    'max_rows max_seconds max_bytes lease_seconds heartbeat_seconds row_concurrency process retry_mode max_attempts',
  ),
  task: words('name kind input auth set retry paginate timeout output cache callback spec sink'),
  taskSpec: words('policy'),
  taskPolicy: words('mode on_unmatched rules'),
  retry: words('max_attempts initial_delay multiplier max_delay jitter when stop_when'),
  paginate: words('while next collect max_pages sink'),
  collect: words('strategy path into'),
  cache: words('key ttl'),
  callback: words('timeout'),
  rule: words('when then else'),
  action: words('do attempts backoff delay to set message'),
  next: words('spec arcs'),
  nextSpec: words('mode on_no_match policy'),
  arc: words('step then when else on set args spec'),
  target: words('step args set'),
  test: words('name workload env mock real signals timeout expect'),
  testSignal: words('name data after'),
  expect: words('status steps result ctx error calls that'),
  expectStep: words('status runs attempts'),
  expectError: words('kind message step'),
  expectCalls: words('count with'),
} as const;
