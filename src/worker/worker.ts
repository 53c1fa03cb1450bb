import type { Input } from '../core/decide/input.ts';
import type { Failure } from '../core/result.ts';
import { tasksOf } from '../playbook/model-walk.ts';
import { WITHOUT_EFFECT } from '../playbook/tool-kinds.ts';
import type { Assignment, Dispatcher, ReportTo } from '../ports/dispatcher.ts';
import { runCommand } from './run-command.ts';
import type { WorkerServices } from './services.ts';
import { WaitingLine } from './waiting-line.ts';

export interface WorkerOptions {
  /** Commands at a time. */
  readonly concurrency: number;
  /** Where reports go; the worker does not wait for what they cause. */
  readonly report: ReportTo;
}

/**
 * Executes commands in this process, a bounded number at a time.
 *
 *     waiting ──▶ running ──▶ reported
 *                    │ cancel(): its signal is aborted, its report is late
 */
export class Worker implements Dispatcher {
  readonly #services: WorkerServices;
  readonly #options: WorkerOptions;
  readonly #waiting: WaitingLine;
  readonly #running = new Map<string, AbortController>();
  readonly #idle: (() => void)[] = [];
  #closed = false;
  #draining = false;

  constructor(services: WorkerServices, options: WorkerOptions) {
    this.#services = services;
    this.#options = options;
    this.#waiting = new WaitingLine(services.clock, () => this.#fill());
  }

  get runningCount(): number {
    return this.#running.size;
  }

  /** Commands that are due and have no place yet. */
  get waitingCount(): number {
    return this.#waiting.count;
  }

  dispatch(assignment: Assignment): void {
    if (!this.#closed) this.#waiting.add(assignment);
  }

  #fill(): void {
    while (!this.#closed && !this.#draining && this.#running.size < this.#options.concurrency) {
      const next = this.#waiting.take();
      if (!next) return;
      void this.#run(next);
    }
  }

  async #run(assignment: Assignment): Promise<void> {
    const { commandId, executionId } = assignment.command;
    const stop = new AbortController();
    this.#running.set(commandId, stop);
    const report = (input: Input) => this.#options.report(executionId, [input]);
    const last = await this.#execute(assignment, stop.signal, report);
    this.#running.delete(commandId);
    // What was stopped because the process ends is not reported: it is redelivered after the restart.
    if (last && !(this.#closed && stop.signal.aborted)) void this.#end(commandId, report(last));
    if (this.#running.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
    this.#fill();
  }

  /** Until what came of it is recorded, the command is one that was begun. */
  async #end(commandId: string, reported: Promise<boolean>): Promise<void> {
    if (await reported) this.#services.begun?.recorded(commandId);
  }

  /** C7: a retry runs only once it is recorded that it does. */
  async #execute(
    assignment: Assignment,
    signal: AbortSignal,
    report: (input: Input) => Promise<boolean>,
  ): Promise<Input | undefined> {
    const { commandId, attempt, availableAt } = assignment.command;
    const isRetry = availableAt !== undefined;
    if (isRetry && !(await report({ kind: 'started', commandId, attempt }))) return undefined;
    try {
      if (hasEffect(assignment)) this.#services.begun?.begin(commandId);
    } catch (error) {
      return { kind: 'failed', commandId, attempt, error: notNoted(error) };
    }
    return runCommand(assignment, this.#services, signal, report);
  }

  cancel(commandId: string): void {
    this.#running.get(commandId)?.abort('cancelled');
    this.#waiting.remove(commandId);
  }

  /** Takes back what an execution has waiting here and nobody has begun. */
  drop(executionId: string): string[] {
    return this.#waiting.drop(executionId);
  }

  async drain(): Promise<void> {
    this.#draining = true;
    await this.#whenIdle();
  }

  /** Takes nothing more, stops what runs and waits until it has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.clear();
    for (const stop of this.#running.values()) stop.abort('shutdown');
    await this.#whenIdle();
  }

  async #whenIdle(): Promise<void> {
    if (this.#running.size > 0) await new Promise<void>(resolve => this.#idle.push(resolve));
  }
}

/** What acts on nothing outside need not be noted: it can run any number of times. */
const hasEffect = ({ command, program }: Assignment): boolean =>
  command.claim !== undefined ||
  tasksOf(program.step(command.step)).some(({ kind, sink }) => sink || !WITHOUT_EFFECT.has(kind));

const notNoted = (error: unknown): Failure => ({
  kind: 'exception',
  message:
    'it could not be noted in the data directory that the command begins, so it was not begun: ' +
    `${error instanceof Error ? error.message : String(error)}. Make room there, and run it again`,
  retryable: true,
});
