import { commandIdOf } from '../../core/command.ts';
import type { CommandIssued, Event, IterationsSettled } from '../../core/event.ts';

interface Begun {
  readonly commandId: string;
  readonly attempt: number;
}

interface Ended extends Begun {
  readonly step: string;
  readonly run: number;
  readonly iteration: number | undefined;
  /** The kind of its failure. */
  readonly failure: string | undefined;
}

export interface Attempts {
  readonly begun: readonly Begun[];
  readonly ended: readonly Ended[];
}

const NONE: Attempts = { begun: [], ended: [] };

/** The id of the `step.enter` of a run, which the ids of its commands hold. */
export type EnterIdOf = (step: string, run: number) => string | undefined;

/** The attempts of commands that an event begins or ends. */
export function attemptIn(event: Event, executionId: string, enterIdOf: EnterIdOf): Attempts {
  switch (event.type) {
    case 'command.issued':
      return { begun: issued(event), ended: [] };
    case 'command.started':
      return { begun: [event], ended: [] };
    case 'command.completed':
      return { begun: [], ended: [{ ...event, failure: undefined }] };
    case 'command.failed':
      return { begun: [], ended: [{ ...event, failure: event.error.kind }] };
    case 'action_retry':
      // Of a task inside a pipeline: the attempt of the command goes on.
      return event.task === undefined
        ? { begun: [], ended: [{ ...event, failure: event.error?.kind ?? 'retried' }] }
        : NONE;
    case 'iteration_completed':
    case 'iteration_failed':
      return { begun: [], ended: settled(event, executionId, enterIdOf) };
    default:
      return NONE;
  }
}

/** In process, issuing a command is beginning it. */
function issued({ commandId, window }: CommandIssued): Begun[] {
  if (!window) return [{ commandId, attempt: 1 }];
  return Array.from({ length: window.to - window.from }, (_, index) => ({
    commandId: `${commandId}:i${window.from + index}`,
    attempt: 1,
  }));
}

function settled(event: IterationsSettled, executionId: string, enterIdOf: EnterIdOf): Ended[] {
  const { step, run } = event;
  const enterId = enterIdOf(step, run);
  if (enterId === undefined) return [];
  return event.settled.map(({ index, attempt, error }) => ({
    commandId: commandIdOf(executionId, step, enterId, index),
    attempt,
    step,
    run,
    iteration: index,
    failure: error?.kind,
  }));
}
