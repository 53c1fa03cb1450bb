import fc from 'fast-check';
import { mappingOf, type PlainMapping, type PlainValue } from '../../../src/common/plain-value.ts';
import type { EventOf } from '../../../src/core/codec/event-fields.ts';
import type { Event, EventType } from '../../../src/core/event.ts';
import type { Failure, Result } from '../../../src/core/result.ts';

const key = fc.oneof(
  fc.string(),
  fc.constantFrom('data', 'context', 'reference', 'status', '__proto__', 'constructor'),
);

/** Any data; `exact` adds the integers that JSON cannot carry. */
const { value, mapping } = fc.letrec<{ value: PlainValue; mapping: PlainMapping }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter(number => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('mapping'),
  ),
  mapping: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(mappingOf),
}));

export const plainValue = value;

const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String);
const name = fc.string({ minLength: 1 });
const count = fc.nat();
const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const ref = fc.record({ uri: name, sha256: fc.string(), bytes: count, extracted: mapping });
const result: fc.Arbitrary<Result> = fc.oneof(
  fc.constant<Result>({ kind: 'none' }),
  fc.record({ kind: fc.constant('inline' as const), data: value }),
  fc.record({ kind: fc.constant('stored' as const), ref }),
  fc.record({ kind: fc.constant('collected' as const), uri: name, length: count }),
);
const failure: fc.Arbitrary<Failure> = fc
  .record(
    {
      kind: name,
      message: fc.string(),
      retryable: fc.boolean(),
      code: fc.string(),
      statusCode: count,
      task: fc.string(),
      details: mapping,
    },
    { requiredKeys: ['kind', 'message', 'retryable'] },
  )
  .map(fields => ({ ...fields }) as Failure);

const runId = fc.record({ step: name, run: count });
const arrivals = fc.array(fc.record({ from: maybe(runId), arc: fc.integer({ min: -1 }), args: mapping }), {
  maxLength: 3,
});
const head = { id, at: time };
const run = { ...head, step: name, run: count };
const commandId = fc.oneof(name, fc.constantFrom('1:a:2', '1:a:2:i3'));
const command = { ...run, commandId, iteration: maybe(count), frame: maybe(count) };

/** Typed so that an event with a new field does not compile until it is generated here. */
const typed = <T extends EventType>(
  type: T,
  fields: { readonly [K in keyof Omit<EventOf<T>, 'type'>]-?: fc.Arbitrary<EventOf<T>[K]> },
): fc.Arbitrary<Event> =>
  fc.record(
    { type: fc.constant(type), ...fields },
    { noNullPrototype: true },
  ) as unknown as fc.Arbitrary<Event>;

const settled = fc.array(
  fc.record({ index: count, attempt: count, result, error: maybe(failure), ctx: mapping }),
  { maxLength: 4 },
);

const window = fc.tuple(fc.nat(1000), fc.nat(5)).map(([from, size]) => ({ from, to: from + size }));

const parkedOn = fc.oneof(
  fc.record({ kind: fc.constant('child' as const), executionId: id, path: name }),
  fc.record({
    kind: fc.constant('signal' as const),
    name,
    deadline: maybe(time),
    onDeadline: maybe(result),
  }),
  fc.record({ kind: fc.constant('time' as const), until: time }),
  fc.record({ kind: fc.constant('callback' as const), deadline: maybe(time) }),
);

const outcome = fc.oneof(
  fc.record({ status: fc.constant('COMPLETED' as const), result }),
  fc.record({ status: fc.constant('FAILED' as const), error: failure, result }),
);

const told = (given: fc.Arbitrary<string>) => ({
  ...head,
  name: given,
  key: fc.string(),
  once: fc.boolean(),
  step: maybe(name),
  commandId: maybe(commandId),
  worker: maybe(name),
  status: fc.constantFrom('RUNNING', 'COMPLETED'),
  meta: mapping,
  result,
  late: maybe(fc.string()),
});

/** Every type of event, with anything its fields may hold. */
export const event = fc.oneof(
  typed('playbook_started', {
    ...head,
    executionId: id,
    catalogId: id,
    path: fc.string(),
    version: fc.string(),
    hash: fc.string(),
    workload: mapping,
    entry: name,
    parent: maybe(
      fc.record({
        executionId: id,
        commandId,
        attempt: count,
        resultStep: maybe(name),
        depth: count,
        heldKeys: maybe(fc.array(fc.string())),
        iteration: maybe(mapping),
      }),
    ),
    concurrency: maybe(
      fc.record({
        key: fc.string(),
        limit: count,
        onLimit: fc.constantFrom('queue' as const, 'skip' as const, 'cancel_oldest' as const),
      }),
    ),
    rerunOf: maybe(id),
    callsLatest: maybe(fc.boolean()),
    inPlaceOf: maybe(id),
    skip: maybe(fc.array(name)),
    trace: maybe(fc.string()),
  }),
  typed('workflow_initialized', head),
  typed('workflow_completed', head),
  typed('workflow_failed', head),
  typed('playbook.completed', { ...head, result, leaves: fc.dictionary(name, result) }),
  typed('playbook.failed', { ...head, error: failure, failedSteps: fc.array(name) }),
  typed('playbook.cancelled', { ...head, reason: maybe(fc.string()) }),
  typed('playbook.paused', { ...head, reason: maybe(fc.string()) }),
  typed('playbook.queued', head),
  typed('playbook.admitted', head),
  typed('playbook.resumed', head),
  typed('playbook.timed_out', { ...head, error: failure }),
  typed('signal.received', { ...head, name, data: value }),
  typed('command.heartbeat', {
    ...run,
    commandId,
    iteration: maybe(count),
    frame: maybe(count),
    attempt: count,
    checkpoint: value,
  }),
  typed('ctx.updated', { ...head, step: maybe(name), gen: name, values: mapping, run: maybe(count) }),
  typed('step.enter', {
    ...run,
    arrivals,
    loop: maybe(
      fc.record({
        total: count,
        maxInFlight: maybe(count),
        items: result,
        cursor: maybe(fc.record({ maxFrames: count, limit: maybe(count) })),
      }),
    ),
  }),
  typed('step.skipped', {
    ...head,
    step: name,
    why: fc.oneof(
      fc.record({ reason: fc.constantFrom('guard' as const, 'admission' as const), run: count, arrivals }),
      fc.constant({ reason: 'unreached' as const }),
    ),
  }),
  typed('step.exit', { ...run, outcome, call: maybe(result) }),
  typed('next.evaluated', {
    ...run,
    mode: fc.constantFrom('exclusive' as const, 'inclusive' as const),
    arcs: fc.array(fc.record({ arc: count, target: name, matched: fc.boolean(), why: fc.string() })),
    tokens: fc.array(fc.record({ target: name, arc: count, args: mapping, back: fc.boolean() })),
    failure: fc.constantFrom('none' as const, 'handled' as const, 'tolerated' as const, 'fatal' as const),
    error: maybe(failure),
    drained: fc.boolean(),
  }),
  typed('command.issued', {
    ...run,
    commandId,
    window: maybe(window),
    frame: maybe(count),
    maxAttempts: count,
    owner: maybe(name),
  }),
  typed('command.claimed', { ...command, worker: name }),
  typed('command.started', { ...command, attempt: count, worker: maybe(name) }),
  typed('event.received', told(fc.string({ minLength: 1 }).map(text => `customer.${text}`))),
  typed('report.received', told(fc.string())),
  typed('callback.received', { ...command, outcome }),
  typed('command.parked', {
    ...command,
    waitsFor: parkedOn,
    answer: maybe(fc.record({ result, ctx: mapping, step: maybe(mapping) })),
  }),
  typed('call.done', { ...command, result }),
  typed('call.error', { ...command, attempt: count, error: failure }),
  typed('action_retry', {
    ...command,
    task: maybe(name),
    attempt: count,
    maxAttempts: count,
    delay: fc.double({ min: 0, max: 1e9, noNaN: true }),
    availableAt: time,
    error: maybe(failure),
  }),
  typed('command.completed', { ...command, attempt: count, result }),
  typed('command.failed', { ...command, attempt: count, error: failure }),
  typed('command.cancelled', { ...command, reason: fc.string() }),
  typed('command.lease_expired', {
    ...command,
    redeliveries: count,
    worker: maybe(name),
    owner: maybe(name),
  }),
  typed('command.late', { ...head, commandId, reported: name, why: fc.string() }),
  typed('iterator_started', {
    ...run,
    total: count,
    mode: fc.constantFrom('sequential' as const, 'parallel' as const),
  }),
  typed('iteration_completed', { ...run, settled }),
  typed('iteration_failed', { ...run, settled }),
  typed('iterator_completed', {
    ...run,
    stats: fc.record({ total: count, success: count, failed: count, skipped: count }),
  }),
  typed('loop.done', run),
  typed('frame.started', { ...run, frame: count, from: count, rows: count }),
  typed('frame.committed', { ...run, frame: count }),
  typed('frame.failed', { ...run, frame: count, error: failure }),
);
