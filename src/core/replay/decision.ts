import type { ArcEvaluation, Event, NextEvaluated, StepEntered, StepSkipped } from '../event.ts';

/** What the engine decided by itself, out of a log: everything that is not a report from outside. */
export interface Decision {
  /** Two logs decided about the same thing if the keys are equal. */
  readonly key: string;
  /** Undefined for the end of the execution. */
  readonly step: string | undefined;
  readonly run: number;
  /** In words for people; equal texts are equal decisions. */
  readonly text: string;
  /** Of a routing decision: every arc, and why it was or was not taken. */
  readonly arcs: readonly ArcEvaluation[];
}

/** Undefined for events that report, count or follow from another decision. */
export function decisionOf(event: Event): Decision | undefined {
  switch (event.type) {
    case 'step.enter':
      return ofRun('start', event.step, event.run, entered(event));
    case 'step.skipped':
      return skipped(event);
    case 'step.exit':
      return ofRun('exit', event.step, event.run, event.outcome.status === 'FAILED' ? 'fails' : 'completes');
    case 'next.evaluated':
      return { ...ofRun('route', event.step, event.run, routed(event)), arcs: event.arcs };
    case 'playbook.completed':
      return { key: 'end', step: undefined, run: 0, text: 'the execution completes', arcs: [] };
    case 'playbook.failed':
      return { key: 'end', step: undefined, run: 0, text: 'the execution fails', arcs: [] };
    default:
      return undefined;
  }
}

const ofRun = (kind: string, step: string, run: number, text: string): Decision => ({
  key: `${kind} ${step}#${run}`,
  step,
  run,
  text,
  arcs: [],
});

function entered({ arrivals, loop }: StepEntered): string {
  const from = arrivals.map(arrival => arrival.from?.step).filter(step => step !== undefined);
  const after = from.length > 0 ? ` after ${from.sort().join(', ')}` : '';
  if (!loop) return `starts${after}`;
  return `starts${after} with ${loop.total} item${loop.total === 1 ? '' : 's'}`;
}

/** A step that is never reached is no decision: it follows from all the others. */
function skipped({ step, why }: StepSkipped): Decision | undefined {
  if (why.reason === 'unreached') return undefined;
  return ofRun('start', step, why.run, SKIPPED[why.reason]);
}

const SKIPPED = {
  guard: 'is skipped by its `when`',
  admission: 'is not admitted',
  request: 'is skipped, as asked for',
} as const;

function routed({ tokens, failure, drained }: NextEvaluated): string {
  if (drained) return 'leads nowhere, because the execution is failing';
  const to = tokens.map(({ target }) => target).join(', ');
  const fatal = failure === 'fatal' ? ' and fails the execution' : '';
  return `${to === '' ? 'ends its branch' : `→ ${to}`}${fatal}`;
}
