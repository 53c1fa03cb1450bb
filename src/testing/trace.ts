import type { Event, ParkedOn } from '../core/event.ts';

/** What happened, for people who want to know why a test fails. */
export interface TraceLine {
  /** Milliseconds of virtual time since the start. */
  readonly at: number;
  readonly step: string;
  readonly text: string;
}

export function traceOf(events: readonly Event[]): readonly TraceLine[] {
  const start = events[0]?.at ?? 0;
  return events.flatMap(event => {
    const text = textOf(event);
    return text === undefined || !('step' in event) || event.step === undefined
      ? []
      : [{ at: event.at - start, step: event.step, text }];
  });
}

function textOf(event: Event): string | undefined {
  switch (event.type) {
    case 'step.exit':
      return `${runOf(event.run)}${exitOf(event.outcome)}`;
    case 'step.skipped':
      return event.why.reason === 'unreached' ? undefined : `skipped: its ${event.why.reason} said no`;
    case 'action_retry': {
      const what = event.task === undefined ? '' : `task ${event.task}: `;
      const again = `again after ${event.delay / 1000} s`;
      const why = event.error ? `: ${event.error.message}` : '';
      return `${what}attempt ${event.attempt} of ${event.maxAttempts} did not do, ${again}${why}`;
    }
    case 'command.parked':
      return `waits for ${waitOf(event.waitsFor)}`;
    case 'iterator_completed': {
      const { total, failed } = event.stats;
      return `${total} iterations${failed > 0 ? `, ${failed} failed` : ''}`;
    }
    case 'next.evaluated':
      return event.tokens.length === 0
        ? undefined
        : `→ ${event.tokens.map(({ target }) => target).join(', ')}`;
    default:
      return undefined;
  }
}

const runOf = (run: number): string => (run > 1 ? `run ${run} ` : '');

type Exit = Extract<Event, { type: 'step.exit' }>['outcome'];

const exitOf = (outcome: Exit): string =>
  outcome.status === 'COMPLETED' ? 'completed' : `failed: ${outcome.error.kind}: ${outcome.error.message}`;

function waitOf(on: ParkedOn): string {
  switch (on.kind) {
    case 'child':
      return `playbook ${on.path}`;
    case 'signal':
      return `signal ${on.name}`;
    case 'time':
      return new Date(on.until).toISOString();
    case 'callback':
      return 'a callback';
  }
}
