const words = (text: string): readonly string[] => text.split(' ');

const SQL = words(
  'query params connection_string host port database user password schema as_objects pool script table mode key',
);
const CODE = words('code script libs env cwd isolate memory_limit');

/**
 * Kinds of tools that are known, and the fields each has beside those every task has. An empty list:
 * the fields are not known here and are not checked. A kind that is not listed is a warning only,
 * because tools can be added.
 */
export const TOOL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  http: words(
    'url method headers params json form body response_type follow_redirects idempotency max_bytes verify_ssl verify table mode key',
  ),
  postgres: SQL,
  duckdb: [...SQL, 'db_path', 'attach', 'extensions'],
  ducklake: [],
  snowflake: [],
  snowflake_transfer: [],
  transfer: words('source target mapping chunk_size mode'),
  python: [...CODE, 'python', 'deps', 'assert'],
  javascript: [...CODE, 'sandbox'],
  script: [],
  shell: words('cmds script shell cwd env capture'),
  rhai: [],
  playbook: words('path catalog_id version return_step async poll_interval'),
  playbooks: [],
  workbook: [],
  container: [],
  secrets: [],
  gcs: [],
  gateway: [],
  nats: words(
    'operation url bucket key value ttl pattern name data encoding description stream subject headers seq last consumer batch timeout_ms ack',
  ),
  artifact: words('action result_ref uri credential data compress'),
  result_fetch: words('ref prefer'),
  subscription: [],
  mcp: [],
  agent: [],
  provider: [],
  wasm: [],
  task_sequence: [],
  noop: words('result message'),
  wait: words('for until'),
  signal: words('signal name default payload'),
  approval: words('signal name approvers form message title default'),
  assert: words('that message'),
  fail: words('message code retryable'),
};

export const TOOL_KINDS: readonly string[] = Object.keys(TOOL_FIELDS);

/** Kinds with a field called `name`, which for an only task is the tool's and not the task's. */
export const hasNameField = (kind: string): boolean => fieldsOf(kind)?.includes('name') ?? false;

export const fieldsOf = (kind: string): readonly string[] | undefined =>
  Object.hasOwn(TOOL_FIELDS, kind) ? TOOL_FIELDS[kind] : undefined;

/** Fields that only a tool has: a step with one of them and no tool has lost its tool. */
export const TELLING_FIELDS: readonly string[] = words(
  'kind url endpoint method headers params body payload query queries command commands cmd cmds sql code code_b64 script libs path catalog_id operation image auth connection_string',
);

/** Fields whose text is a program of its own: braces in it are not checked as templates. */
export const CODE_FIELDS: ReadonlySet<string> = new Set(['code', 'script']);

const CLAIM_FIELDS: Readonly<Record<string, string>> = {
  python: 'code',
  javascript: 'code',
  js: 'code',
  shell: 'cmds',
  http: 'url',
  playbook: 'path',
};

/** The field of the tool that the `claim` of a cursor is; most cursors are of databases, and it is a statement. */
export const claimField = (kind: string): string =>
  Object.hasOwn(CLAIM_FIELDS, kind) ? (CLAIM_FIELDS[kind] as string) : 'query';

/** Kinds that act on nothing outside of their execution: whether one has run before makes no difference. */
export const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'noop',
  'assert',
  'fail',
  'wait',
  'signal',
  'approval',
]);
