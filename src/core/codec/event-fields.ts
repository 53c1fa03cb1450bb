import type { PlainMapping } from '../../common/plain-value.ts';
import type {
  Answer,
  ArcEvaluation,
  Arrival,
  ConcurrencyClaim,
  CursorStart,
  Event,
  EventType,
  LoopStart,
  LoopStats,
  ParentLink,
  ParkedOn,
  RunId,
  RunOutcome,
  SettledIteration,
  StepSkipped,
  Token,
} from '../event.ts';
import type { Result } from '../result.ts';
import { column, errorColumn, type Field, type FieldsOf, inContext, inMeta, resultColumn } from './field.ts';
import { at } from './plain.ts';
import { failure, result } from './result-shape.ts';
import {
  byKey,
  data,
  flag,
  list,
  mapping,
  number,
  optional,
  record,
  type Shape,
  text,
  variants,
  word,
} from './shape.ts';

const runId = record<RunId>({ step: text, run: number });
const arrivals = list(record<Arrival>({ from: optional(runId), arc: number, args: mapping }));
const token = record<Token>({ target: text, arc: number, args: mapping, back: flag });
const arc = record<ArcEvaluation>({ arc: number, target: text, matched: flag, why: text });
const stats = record<LoopStats>({ total: number, success: number, failed: number, skipped: number });
const deadline = optional(number);

const loopStart = record<LoopStart>({
  total: number,
  maxInFlight: optional(number),
  items: result,
  cursor: optional(record<CursorStart>({ maxFrames: number, limit: optional(number) })),
});

export const parkedOn = variants<ParkedOn, 'kind'>('kind', {
  child: record({ executionId: text, path: text, deadline }),
  signal: record({ name: text, deadline, onDeadline: optional(result as Shape<Result>) }),
  time: record({ until: number }),
  callback: record({ deadline }),
});

export const answer = record<Answer>({
  result,
  ctx: mapping,
  step: optional(mapping as Shape<PlainMapping>),
});

export const parentLink = record<ParentLink>({
  executionId: text,
  commandId: text,
  attempt: number,
  resultStep: optional(text),
  depth: number,
  heldKeys: optional(list(text)),
  iteration: optional(mapping as Shape<PlainMapping>),
});

const skippedRun = record({ run: number, arrivals });

const skipReason = variants<StepSkipped['why'], 'reason'>('reason', {
  guard: skippedRun,
  admission: skippedRun,
  request: skippedRun,
  unreached: record({}),
});

/** The status, error and result of a run are columns, as in every row that ends something. */
const outcome: Field<RunOutcome> = {
  write: (row, value) => {
    row.columns.status = value.status;
    resultColumn.write(row, value.result);
    if (value.status === 'FAILED') errorColumn.write(row, value.error);
  },
  read: row => {
    const status = word('COMPLETED', 'FAILED').read(at(row, 'status'), 'status');
    const found = resultColumn.read(row);
    return status === 'COMPLETED'
      ? { status, result: found }
      : { status, error: errorColumn.read(row), result: found };
  },
};

/** A row speaks of one iteration; the event is put together from its rows. */
const settled: Field<readonly SettledIteration[]> = {
  write: (row, [iteration]) => {
    if (!iteration) return;
    row.meta.iteration_index = iteration.index;
    row.columns.attempt = iteration.attempt;
    resultColumn.write(row, iteration.result);
    column('error', optional(failure)).write(row, iteration.error);
    row.context.ctx = iteration.ctx;
  },
  read: row => {
    if (at(row, 'meta', 'iteration_index') === undefined) return [];
    return [
      {
        index: number.read(at(row, 'meta', 'iteration_index'), 'meta.iteration_index'),
        attempt: number.read(at(row, 'attempt'), 'attempt'),
        result: resultColumn.read(row),
        error: optional(failure).read(at(row, 'error'), 'error'),
        ctx: mapping.read(at(row, 'context', 'ctx'), 'context.ctx'),
      },
    ];
  },
};

const run = { step: column('node_name', text), run: inMeta('run', number) };
const command = {
  ...run,
  commandId: inMeta('command_id', text),
  iteration: inMeta('iteration_index', optional(number)),
  frame: inMeta('frame', optional(number)),
};
const attempt = column('attempt', number);
const worker = column('worker_id', optional(text));
const reason = inContext('reason', optional(text));
const settlement = { ...run, settled };
const frame = { ...run, frame: inMeta('frame', number) };

/** Told from outside. What is in the sender's own words is shown under the name it gave. */
const told = {
  key: inMeta('key', text),
  once: inMeta('once', flag),
  step: column('node_name', optional(text)),
  commandId: inMeta('command_id', optional(text)),
  worker,
  status: column('status', text),
  meta: inContext('meta', mapping),
  result: resultColumn,
  late: inContext('late', optional(text)),
};

/** The event of a type. */
export type EventOf<T extends EventType, E = Event> = E extends { readonly type: infer U }
  ? T extends U
    ? E
    : never
  : never;

/** Every field of every event, and where it stands in a row. */
export const EVENT_FIELDS: { readonly [T in EventType]: FieldsOf<EventOf<T>> } = {
  playbook_started: {
    executionId: column('execution_id', text),
    catalogId: column('catalog_id', text),
    path: inContext('path', text),
    version: inContext('version', text),
    hash: inContext('hash', text),
    workload: inContext('workload', mapping),
    entry: inContext('entry_step', text),
    parent: inContext('parent', optional(parentLink)),
    concurrency: inContext(
      'concurrency',
      optional(
        record<ConcurrencyClaim>({
          key: text,
          limit: number,
          onLimit: word('queue', 'skip', 'cancel_oldest'),
        }),
      ),
    ),
    rerunOf: inContext('rerun_of', optional(text)),
    callsLatest: inContext('calls_latest', optional(flag)),
    inPlaceOf: inContext('in_place_of', optional(text)),
    skip: inContext('skip', optional(list(text))),
    trace: inContext('trace', optional(text)),
  },
  workflow_initialized: {},
  workflow_completed: {},
  workflow_failed: {},
  'playbook.completed': { result: resultColumn, leaves: inContext('leaves', byKey(result)) },
  'playbook.failed': { error: errorColumn, failedSteps: inContext('failed_steps', list(text)) },
  'playbook.cancelled': { reason },
  'playbook.queued': {},
  'playbook.admitted': {},
  'playbook.paused': { reason },
  'playbook.resumed': {},
  'playbook.timed_out': { error: errorColumn },
  'signal.received': { name: inContext('name', text), data: inContext('data', data) },
  'ctx.updated': {
    step: inContext('step', optional(text)),
    gen: inContext('gen', text),
    values: inContext('values', mapping as Shape<PlainMapping>),
    run: inMeta('run', optional(number)),
  },
  'step.enter': {
    ...run,
    arrivals: inContext('arrivals', arrivals),
    loop: inContext('loop', optional(loopStart)),
  },
  'step.skipped': { step: run.step, why: inContext('why', skipReason) },
  'step.exit': { ...run, outcome, call: inContext('call', optional(result as Shape<Result>)) },
  'next.evaluated': {
    ...run,
    mode: inContext('mode', word('exclusive', 'inclusive')),
    arcs: inContext('arcs', list(arc)),
    tokens: inContext('tokens', list(token)),
    failure: inContext('failure', word('none', 'handled', 'tolerated', 'fatal')),
    error: column('error', optional(failure)),
    drained: inContext('drained', flag),
  },
  'command.issued': {
    ...run,
    commandId: command.commandId,
    window: inMeta('window', optional(record<{ from: number; to: number }>({ from: number, to: number }))),
    frame: command.frame,
    maxAttempts: inContext('max_attempts', number),
    owner: worker,
  },
  'command.claimed': { ...command, worker: column('worker_id', text) },
  'command.started': { ...command, attempt, worker },
  'command.heartbeat': { ...command, attempt, checkpoint: inContext('checkpoint', data) },
  'command.parked': {
    ...command,
    waitsFor: inContext('waits_for', parkedOn),
    answer: inContext('answer', optional(answer)),
  },
  'callback.received': { ...command, outcome },
  'call.done': { ...command, result: resultColumn },
  'call.error': { ...command, attempt, error: errorColumn },
  action_retry: {
    ...command,
    task: inContext('task', optional(text)),
    attempt,
    maxAttempts: inContext('max_attempts', number),
    delay: inContext('delay_ms', number),
    availableAt: inContext('available_at_ms', number),
    error: column('error', optional(failure)),
  },
  'command.completed': { ...command, attempt, result: resultColumn },
  'command.failed': { ...command, attempt, error: errorColumn },
  'command.cancelled': { ...command, reason: inContext('reason', text) },
  'command.lease_expired': {
    ...command,
    redeliveries: inContext('redeliveries', number),
    worker,
    owner: inContext('owner', optional(text)),
  },
  'command.late': {
    commandId: command.commandId,
    reported: inContext('reported', text),
    why: inContext('why', text),
  },
  'event.received': { name: column('event_type', text), ...told },
  'report.received': { name: inContext('name', text), ...told },
  iterator_started: {
    ...run,
    total: inContext('total_count', number),
    mode: inContext('mode', word('sequential', 'parallel')),
  },
  iteration_completed: settlement,
  iteration_failed: settlement,
  iterator_completed: { ...run, stats: inContext('stats', stats) },
  'loop.done': run,
  'frame.started': { ...frame, from: inContext('from', number), rows: inContext('rows', number) },
  'frame.committed': frame,
  'frame.failed': { ...frame, error: errorColumn },
};
