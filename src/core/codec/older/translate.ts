import type { CanonicalName } from '../event-names.ts';
import type { Envelope } from './envelope.ts';

import {
  onCallDone,
  onCallError,
  onCancelled,
  onClaimed,
  onCompleted,
  onFailed,
  onIssued,
  onRetry,
  onStarted,
} from './on-command.ts';
import { onContext, onEnded, onPlaybookStarted, onSimple } from './on-execution.ts';
import { onIterationSettled, onIteratorCompleted, onIteratorStarted, onLoopDone } from './on-loop.ts';
import { onEnter, onSkipped } from './on-step.ts';
import type { Reading } from './reading.ts';

/** The step an event speaks of, and the iteration if it names one. */
export interface Subject {
  readonly step: string;
  readonly iteration: number | undefined;
}

type OfExecution = (reading: Reading, envelope: Envelope) => void;
type OfStep = (reading: Reading, envelope: Envelope, subject: Subject) => void;

const OF_EXECUTION: { readonly [N in CanonicalName]?: OfExecution } = {
  playbook_started: onPlaybookStarted,
  workflow_initialized: onSimple,
  workflow_completed: onSimple,
  workflow_failed: onSimple,
  'playbook.paused': onSimple,
  'playbook.resumed': onSimple,
  'signal.received': onSimple,
  'playbook.completed': onEnded,
  'playbook.failed': onEnded,
  'playbook.cancelled': onEnded,
  'ctx.updated': onContext,
};

const OF_STEP: { readonly [N in CanonicalName]?: OfStep } = {
  'step.enter': onEnter,
  'step.skipped': onSkipped,
  // Before there were runs, the end of a step and of its command were one thing under several names.
  'step.exit': onCompleted,
  'command.completed': onCompleted,
  'command.failed': onFailed,
  'command.issued': onIssued,
  'command.claimed': onClaimed,
  'command.started': onStarted,
  'call.done': onCallDone,
  'call.error': onCallError,
  action_retry: onRetry,
  'command.cancelled': onCancelled,
  iterator_started: onIteratorStarted,
  iteration_completed: onIterationSettled,
  iteration_failed: onIterationSettled,
  iterator_completed: onIteratorCompleted,
  'loop.done': onLoopDone,
};

/** Steps of the engines themselves, which no playbook has. */
const INTERNAL = /^__\w+__$/;

export function translate(reading: Reading, envelope: Envelope): void {
  const { name, node } = envelope;
  if (!name) return reading.setAside(envelope, 'its type is unknown');
  const ofExecution = OF_EXECUTION[name];
  if (ofExecution) return ofExecution(reading, envelope);
  const ofStep = OF_STEP[name];
  if (!ofStep) return reading.setAside(envelope, 'it says nothing that can be read without a run');
  if (node === undefined) return reading.setAside(envelope, 'it names no step');
  if (INTERNAL.test(node)) return reading.setAside(envelope, 'its step belongs to the engine');
  ofStep(reading, envelope, subjectOf(reading, envelope, node));
}

const ITERATION_NODE = /^(.+)_iter_(\d{1,15})$/;

/** `<step>_iter_<n>` is an iteration where `<step>` is known to loop, else a step of that name. */
function subjectOf(reading: Reading, envelope: Envelope, node: string): Subject {
  const [, step, index] = ITERATION_NODE.exec(node) ?? [];
  const isIteration = step !== undefined && reading.isLoop(step);
  const iteration = envelope.iteration ?? (isIteration ? Number(index) : undefined);
  return { step: isIteration ? step : node, iteration };
}
