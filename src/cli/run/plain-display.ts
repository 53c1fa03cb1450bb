import { assertNever } from '../../common/assert-never.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import { parseCommandId } from '../../core/command.ts';
import type { Program } from '../../core/decide/program.ts';
import type { Event } from '../../core/event.ts';
import type { Failure } from '../../core/result.ts';
import { attemptText } from '../../core/view/attempt-text.ts';
import { poolOf } from '../../playbook/pool.ts';
import type { LogAddress, LogLine } from '../../ports/log-store.ts';
import type { TurnTaken } from '../../ports/turn-watcher.ts';
import type { Console } from '../output/console.ts';
import { duration } from '../output/duration.ts';
import type { Style } from '../output/line.ts';
import { visible } from '../output/visible.ts';
import type { Display, MakeDisplay } from './display.ts';
import { itemsFailed, ToldItems } from './told-items.ts';
import { printedLines } from './view/log-tail.ts';
import type { RunView } from './view/run-view.ts';
import { pageOf } from './view/step-view.ts';
import { waitEnds, waitText } from './wait-text.ts';

/** A line per change, on standard error: for pipes, files and continuous integration. */
export const plainDisplay =
  (console: Console, verbose: boolean): MakeDisplay =>
  view =>
    new PlainDisplay(view, console, verbose);

/** Milliseconds that a command may wait for a worker, or an execution for its place, before it is said. */
const PATIENCE = 2_000;

class PlainDisplay implements Display {
  readonly #root: string;
  readonly #flags: string;
  readonly #console: Console;
  readonly #verbose: boolean;
  readonly #entered = new Map<string, number>();
  /** Reruns that are taking over what they keep. */
  readonly #restoring = new Set<string>();
  readonly #toldItems = new ToldItems();
  /** Runs whose commands are for whoever claims them, and executions that are not admitted. */
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  /** How many items of a loop failed, from its end to that of its step. */
  readonly #itemsFailed = new Map<string, string>();

  constructor(view: RunView, console: Console, verbose: boolean) {
    this.#root = view.root;
    this.#flags = view.flags;
    this.#console = console;
    this.#verbose = verbose;
  }

  turn({ executionId, events, program }: TurnTaken): void {
    // Those it waits for have stories of their own, told to who asks for more.
    const isRoot = executionId === this.#root;
    if (isRoot || this.#verbose)
      for (const event of events) this.#tell(event, isRoot ? '' : '  ', executionId, program);
  }

  printed({ commandId }: LogAddress, lines: readonly LogLine[]): void {
    if (!this.#verbose) return;
    const step = parseCommandId(commandId)?.step ?? '';
    for (const { at, text } of lines) {
      for (const line of printedLines(text)) this.#line(at, '', 'dim', '│', step, line);
    }
  }

  notice(text: string): void {
    this.#console.err(`${text}\n`);
  }

  end(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
  }

  #tell(event: Event, indent: string, executionId: string, program: Program): void {
    const say: Say = (style, sign, step, text) => this.#line(event.at, indent, style, sign, step, text);
    if (event.type === 'playbook_started' && event.rerunOf !== undefined) this.#restoring.add(executionId);
    if (event.type === 'workflow_initialized') this.#restoring.delete(executionId);
    if (this.#restoring.has(executionId)) {
      if (event.type === 'step.exit') say('dim', '=', event.step, 'kept');
      return;
    }
    switch (event.type) {
      case 'playbook.queued':
        return this.#waits(executionId, () =>
          say('dim', '…', 'execution', 'waits for its place among those with the same concurrency key'),
        );
      case 'playbook.admitted':
      case 'playbook.cancelled':
        return this.#waitsNoMore(executionId);
      case 'step.enter':
        this.#entered.set(runKey(executionId, event), event.at);
        if (this.#verbose) say('dim', '▸', event.step, event.run === 1 ? '' : `run ${event.run}`);
        return;
      case 'command.issued':
        if (event.owner === undefined)
          this.#waits(runKey(executionId, event), () => this.#sayOffered(event, say, program));
        return;
      case 'command.claimed':
        return this.#waitsNoMore(runKey(executionId, event));
      case 'step.exit':
        return event.outcome.status === 'COMPLETED'
          ? say('green', '✓', event.step, this.#ended(executionId, event, ''))
          : say('red', '✗', event.step, this.#ended(executionId, event, firstLine(event.outcome.error)));
      case 'step.skipped':
        if (event.why.reason !== 'unreached' || this.#verbose) {
          say('dim', '-', event.step, event.why.reason === 'unreached' ? 'not reached' : 'skipped');
        }
        return;
      case 'action_retry':
        return say('yellow', '↻', event.task ?? event.step, retryText(event));
      case 'command.parked':
        return say('dim', '…', event.step, parkedText(event, executionId, this.#flags));
      case 'command.heartbeat':
        if (this.#verbose) say('dim', '▸', event.step, pageText(event.checkpoint));
        return;
      case 'command.lease_expired':
        return say('yellow', '↻', event.step, 'was interrupted and runs again');
      case 'iteration_failed': {
        const { told, isFull } = this.#toldItems.choose(runKey(executionId, event), event.settled);
        for (const { index, error } of told)
          say('red', '✗', `${event.step}[${index}]`, error ? firstLine(error) : '');
        if (isFull) say('red', '✗', event.step, 'more items fail; they are counted at its end');
        return;
      }
      case 'iterator_completed':
        this.#itemsFailed.set(runKey(executionId, event), itemsFailed(event.stats));
        return;
      default:
        return;
    }
  }

  /** Somebody who waits is told what for; who does not is not. */
  #waits(key: string, tell: () => void): void {
    if (!this.#waiting.has(key)) this.#waiting.set(key, setTimeout(tell, PATIENCE));
  }

  #waitsNoMore(key: string): void {
    clearTimeout(this.#waiting.get(key));
  }

  #sayOffered({ step }: RunEvent, say: Say, { playbook, step: find }: Program): void {
    const pool = poolOf(playbook, find(step));
    say(
      'yellow',
      '…',
      step,
      `waits for a worker of the pool ${pool}; start one: noetl worker --pool ${pool}`,
    );
  }

  /** How long a run took and what there is to say of it, which is then forgotten. */
  #ended(executionId: string, event: RunEvent, error: string): string {
    const key = runKey(executionId, event);
    const entered = this.#entered.get(key);
    const took = entered === undefined ? '' : duration(event.at - entered);
    const items = this.#itemsFailed.get(key) ?? '';
    clearTimeout(this.#waiting.get(key));
    this.#waiting.delete(key);
    this.#entered.delete(key);
    this.#itemsFailed.delete(key);
    this.#toldItems.forget(key);
    return [took, items, error].filter(text => text !== '').join('  ');
  }

  #line(
    at: number,
    indent: string,
    style: Exclude<Style, 'plain'>,
    sign: string,
    step: string,
    text: string,
  ): void {
    const paint = this.#console.errPaint;
    const when = this.#verbose ? `${paint.dim(new Date(at).toISOString())} ` : '';
    const rest = text === '' ? '' : `  ${paint.dim(visible(text))}`;
    this.#console.err(`${when}${indent}${paint[style](sign)} ${step}${rest}\n`);
  }
}

type Say = (style: Exclude<Style, 'plain'>, sign: string, step: string, text: string) => void;

type RunEvent = { readonly step: string; readonly run: number; readonly at: number };

const runKey = (executionId: string, { step, run }: RunEvent): string => `${executionId}:${step}#${run}`;

export const firstLine = ({ message }: Failure): string => message.split('\n', 1)[0] ?? '';

function retryText(event: Extract<Event, { type: 'action_retry' }>): string {
  const { attempt, maxAttempts, delay, error } = event;
  const why = error ? `: ${firstLine(error)}` : '';
  return `${attemptText(attempt, maxAttempts, error)}, again in ${duration(delay)}${why}`;
}

function parkedText(
  { waitsFor, step }: Extract<Event, { type: 'command.parked' }>,
  executionId: string,
  flags: string,
): string {
  const ends = waitEnds(waitsFor);
  switch (waitsFor.kind) {
    case 'child':
    case 'time':
      return `waits for ${waitText(waitsFor)}`;
    case 'callback':
      return `waits for ${waitText(waitsFor)}${untilText(ends)}; answer for it: noetl callback ${executionId} ${step}${flags}`;
    case 'signal':
      return `waits for ${waitText(waitsFor)}${untilText(ends)}; wake it: noetl signal ${executionId} ${waitsFor.name}${flags}`;
    default:
      return assertNever(waitsFor, 'what a command waits for');
  }
}

function pageText(checkpoint: PlainValue): string {
  const page = pageOf(checkpoint);
  return page === undefined ? 'goes on' : `page ${page} done`;
}

const untilText = (ends: number | undefined): string =>
  ends === undefined ? '' : ` until ${new Date(ends).toISOString()}`;
