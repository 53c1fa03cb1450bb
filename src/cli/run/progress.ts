import type { Event } from '../../core/event.ts';
import type { Failure } from '../../core/result.ts';
import type { TurnTaken } from '../../ports/turn-watcher.ts';
import type { Console } from '../output/console.ts';
import { duration } from '../output/duration.ts';

/** Says what happens to an execution, a line per change, on standard error. */
export class Progress {
  readonly #console: Console;
  readonly #entered = new Map<string, number>();
  readonly #verbose: boolean;

  constructor(console: Console, verbose: boolean) {
    this.#console = console;
    this.#verbose = verbose;
  }

  follow({ events }: TurnTaken): void {
    for (const event of events) this.#tell(event);
  }

  #tell(event: Event): void {
    switch (event.type) {
      case 'step.enter':
        this.#entered.set(`${event.step}#${event.run}`, event.at);
        if (this.#verbose) this.#line('dim', '▸', event.step, runOf(event));
        return;
      case 'step.exit':
        return event.outcome.status === 'COMPLETED'
          ? this.#line('green', '✓', event.step, this.#took(event))
          : this.#line('red', '✗', event.step, `${this.#took(event)}  ${firstLine(event.outcome.error)}`);
      case 'step.skipped':
        if (event.why.reason !== 'unreached' || this.#verbose) {
          this.#line('dim', '-', event.step, event.why.reason === 'unreached' ? 'not reached' : 'skipped');
        }
        return;
      case 'action_retry':
        return this.#line('yellow', '↻', event.task ?? event.step, retryText(event));
      case 'command.parked':
        return this.#line('dim', '…', event.step, `waits for ${waitText(event.waitsFor)}`);
      case 'command.lease_expired':
        return this.#line('yellow', '↻', event.step, 'was interrupted and runs again');
      case 'iteration_failed':
        for (const { index, error } of event.settled.slice(0, 3)) {
          this.#line('red', '✗', `${event.step}[${index}]`, error ? firstLine(error) : '');
        }
        return;
      default:
        return;
    }
  }

  #took({ step, run, at }: { readonly step: string; readonly run: number; readonly at: number }): string {
    const entered = this.#entered.get(`${step}#${run}`);
    return entered === undefined ? '' : duration(at - entered);
  }

  #line(colour: 'dim' | 'green' | 'red' | 'yellow', sign: string, step: string, text: string): void {
    const paint = this.#console.errPaint;
    this.#console.err(`${paint[colour](sign)} ${step}${text === '' ? '' : `  ${paint.dim(text)}`}\n`);
  }
}

const runOf = ({ run }: { readonly run: number }) => (run === 1 ? '' : `run ${run}`);

export const firstLine = ({ message }: Failure): string => message.split('\n', 1)[0] ?? '';

function retryText(event: Extract<Event, { type: 'action_retry' }>): string {
  const why = event.error ? `: ${firstLine(event.error)}` : '';
  return `attempt ${event.attempt} of ${event.maxAttempts} failed, again in ${duration(event.delay)}${why}`;
}

function waitText(on: Extract<Event, { type: 'command.parked' }>['waitsFor']): string {
  switch (on.kind) {
    case 'child':
      return `playbook ${on.path}`;
    case 'signal':
      return `the signal '${on.name}'`;
    case 'time':
      return new Date(on.until).toISOString();
    case 'callback':
      return 'a callback';
  }
}
