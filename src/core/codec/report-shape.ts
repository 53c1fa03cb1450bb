import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import type { Command, CommandClaim, CommandIteration } from '../command.ts';
import type { Done, Report } from '../decide/input.ts';
import type { Answer } from '../event.ts';
import type { Failure } from '../result.ts';
import { answer, parkedOn } from './event-fields.ts';
import { failure, result } from './result-shape.ts';
import { data, mapping, number, optional, record, type Shape, text, variants } from './shape.ts';

/** What the worker of another process says of a command that it has. */
export type WorkerReport = Extract<
  Report,
  { readonly kind: 'done' | 'failed' | 'heartbeat' | 'task_retry' | 'parked' }
>;

const of = { commandId: text, attempt: number, delivery: optional(number) };

const done = record<Done>({ result, ctx: mapping, step: optional(mapping) as Shape<PlainMapping> });

export const workerReport = variants<WorkerReport, 'kind'>('kind', {
  done: record({ ...of, outcome: done }),
  failed: record({ ...of, error: failure }),
  heartbeat: record({ ...of, checkpoint: data }),
  task_retry: record({
    ...of,
    task: text,
    taskAttempt: number,
    maxAttempts: number,
    delay: number,
    error: optional(failure) as Shape<Failure | undefined>,
  }),
  parked: record({ ...of, waitsFor: parkedOn, answer: optional(answer) as Shape<Answer> }),
});

/** Null is a value like any other; what is not there is undefined. */
const perhaps: Shape<PlainValue | undefined> = { write: value => value, read: value => value };

const iteration = record<CommandIteration>({ index: number, total: number, item: perhaps });
const claim = record<CommandClaim>({ frame: number, left: optional(number) });

/** A command on its way to a worker in another process. */
export const commandShape = record<Command>({
  commandId: text,
  executionId: text,
  step: text,
  run: number,
  iteration: optional(iteration),
  attempt: number,
  maxAttempts: number,
  availableAt: optional(number),
  redeliveries: number,
  checkpoint: perhaps,
  args: mapping,
  claim: optional(claim) as Shape<CommandClaim>,
});
