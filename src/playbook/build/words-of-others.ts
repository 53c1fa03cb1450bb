const SCHEDULE = 'noetl has no scheduler yet: let cron, or the one you have, call `noetl run`';
const BEFORE = 'arrows point forward here: name this step in the `next` of the step it follows';
const RETRY = 'write `retry: { max_attempts: 3, initial_delay: 1s }`';
const LOOP = 'write `loop: { in: "{{ … }}", iterator: item }`';
const TOOL = 'what a step does is its `tool: { kind: …, … }`';
const CARE = 'take care of a failure with an arc: `next: { arcs: [{ step: …, on: failure }] }`';
export const STEPS = 'steps stand under `workflow:`, each as `- step: name`';
const NAME = 'write `metadata: { name: … }`';
const INPUT = 'input and its defaults stand under `workload:`';
const FINALLY = '`executor: { spec: { final_step: … } }` names a step that runs whatever happened';

type Words = Readonly<Record<string, readonly string[]>>;

const words = (text: string): readonly string[] => text.split(' ');

/** What is written here for the words of other engines, by the place where they are met. */
const KEYS: Readonly<Record<string, Words>> = {
  'a playbook': {
    [SCHEDULE]: words('schedule schedules schedule_interval cron trigger triggers on start_date catchup'),
    [STEPS]: words('tasks steps jobs nodes flow stages'),
    [NAME]: words('dag_id id name namespace title description'),
    [INPUT]: words('inputs input params parameters variables arguments'),
    [FINALLY]: words('on_failure on_failure_callback errors finally on_exit always'),
    'write `retry:` and `timeout:` on the steps': words('default_args retries retry defaults'),
    'write `executor: { spec: { timeout: 2h } }`': words('timeout dagrun_timeout'),
    'secrets are named under `keychain:`': words('secrets credentials connections'),
    'write `executor: { spec: { concurrency: { key: …, limit: 1 } } }`': words('concurrency max_active_runs'),
  },
  'a step': {
    [BEFORE]: words(
      'depends_on dependsOn needs upstream upstream_tasks after requires runAfter dependencies',
    ),
    [RETRY]: words('retries max_retries retry_delay retryPolicy'),
    'write `when: "{{ … }}"`': words('if condition run_if only_if runIf'),
    'a join runs after every branch that can still arrive; an arc with `on: any` is followed also after a failure':
      words('trigger_rule'),
    [LOOP]: words('foreach for_each with_items items matrix expand'),
    'the key is `step`': words('name id task_id'),
    [TOOL]: words('operator type uses run task action bash_command python_callable'),
    'write `timeout: 30s`': words('execution_timeout timeout_seconds timeoutSeconds'),
    [CARE]: words('on_failure on_failure_callback catch rescue errors'),
    'its result is read by its name: `{{ step_name.field }}`': words('outputs register xcom_push'),
  },
};

const KINDS: Words = {
  shell: words('bash sh command cmd exec run BashOperator terminal'),
  python: words('py python3 PythonOperator PythonVirtualenvOperator task'),
  javascript: words('node nodejs typescript ts function'),
  http: words('https rest api request curl webhook HttpOperator SimpleHttpOperator slack'),
  wait: words('sleep delay pause timer TimeDeltaSensor'),
  playbook: words('flow subflow workflow subworkflow dag TriggerDagRunOperator'),
  noop: words('dummy empty pass DummyOperator EmptyOperator'),
  postgres: words('sql postgresql psql PostgresOperator'),
};

/** A hint for a key of another engine; undefined: it is none that we know. */
export const hintForKey = (where: string, key: string): string | undefined => {
  const known = Object.hasOwn(KEYS, where) ? KEYS[where] : undefined;
  return known && entryWith(known, key);
};

/** A hint for a kind of tool by another name. */
export const hintForKind = (kind: string): string | undefined => {
  const ours = entryWith(KINDS, kind);
  return ours && `write \`kind: ${ours}\``;
};

const entryWith = (table: Words, word: string): string | undefined =>
  Object.keys(table).find(entry => table[entry]?.includes(word));
