import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import type { Command } from '../core/command.ts';
import type { Input } from '../core/decide/input.ts';
import type { Failure } from '../core/result.ts';
import { traceOfAttempt } from '../core/trace-context.ts';
import type { Step } from '../playbook/model.ts';
import type { Assignment } from '../ports/dispatcher.ts';
import type { LogLine } from '../ports/log-store.ts';
import type { Host } from '../template/index.ts';
import { Keychain } from './keychain/keychain.ts';
import { learnSecrets } from './keychain/learn.ts';
import { LogRedactor } from './redact/log-redactor.ts';
import { Redactor } from './redact/redactor.ts';
import type { Renderer } from './render-task.ts';
import type { WorkerServices } from './services.ts';
import { TaskNames } from './task-names.ts';
import { Refs } from './with-refs.ts';

/** One attempt of one command under way: everything its tasks share. */
export class CommandRun {
  readonly command: Command;
  readonly step: Step;
  readonly services: WorkerServices;
  readonly signal: AbortSignal;
  readonly names: TaskNames;
  readonly renderer: Renderer;
  readonly redactor = new Redactor();
  /** `traceparent` for those its tools call; undefined: the execution is in no trace. */
  readonly trace: string | undefined;
  readonly #keychain: Keychain;
  /** Of the streams that something was printed to. */
  readonly #logs = new Map<LogLine['stream'], LogRedactor>();
  readonly #report: (input: Input) => void;
  readonly #visits = new Map<string, number>();
  /** How far the command has come, here or where it ran before. */
  checkpoint: PlainValue | undefined;
  /** Milliseconds that the callback of a task is waited for. */
  callbackTime: number | undefined;
  /** The fields of the task that was executed last, as its tool got them. */
  rendered: PlainMapping | undefined;

  constructor(
    assignment: Assignment,
    services: WorkerServices,
    signal: AbortSignal,
    report: (input: Input) => void,
  ) {
    const { command, program } = assignment;
    const refs = new Refs(services);
    this.command = command;
    this.step = program.step(command.step);
    this.trace = traceOfAttempt(assignment.state.header, command.commandId, command.attempt);
    this.services = services;
    this.signal = signal;
    this.#report = report;
    this.checkpoint = command.checkpoint;
    this.names = new TaskNames(assignment, refs.load);
    const host: Host = {
      now: () => services.clock.now(),
      uuid: services.uuid,
      random: services.random,
      env: name => this.redactor.learn(services.env(name)),
    };
    this.renderer = { program, context: this.names.context, host, refs };
    this.#keychain = new Keychain(program.playbook.keychain, this);
    this.names.set('keychain', this.#keychain.view);
  }

  /** What `auth:` comes to. */
  credential(auth: PlainValue): Promise<PlainValue> {
    return this.#keychain.resolve(auth);
  }

  /** Has every entry of the keychain at hand, for code that reads them by itself. */
  fetchSecrets(): Promise<void> {
    return this.#keychain.fetchAll();
  }

  /** What must not be seen of a credential that is written in place. */
  learn(auth: PlainValue): void {
    learnSecrets(this.redactor, auth);
  }

  /** What a tool prints goes to the command's log, without secrets. */
  readonly print = (stream: LogLine['stream'], text: string): void => {
    const log = this.#logs.get(stream) ?? logOf(this, stream);
    this.#logs.set(stream, log);
    log.print(text);
  };

  /** Nothing more is printed for now: what was held back as the possible beginning of a secret is none. */
  endLogs(): void {
    for (const log of this.#logs.values()) log.end();
  }

  /** D3: the value without secrets. That something was masked is said in the command's log. */
  clean(value: PlainValue, what: string): PlainValue {
    const places: string[] = [];
    const clean = this.redactor.value(value, places);
    if (clean === value) return value;
    const where = places.filter(place => place !== '').join(', ');
    const at = where === '' ? '' : ` (${where})`;
    this.print('log', `warning: ${what} held a secret${at}, which was replaced by ***`);
    return clean;
  }

  withoutSecrets(error: Failure): Failure {
    const details = error.details && (this.redactor.value(error.details) as PlainMapping);
    return { ...error, message: this.redactor.text(error.message), ...(details ? { details } : {}) };
  }

  /** Says how far the command has come, so that it can be taken up again from there. */
  heartbeat(checkpoint: PlainValue): void {
    const { commandId, attempt } = this.command;
    this.checkpoint = checkpoint;
    this.#report({ kind: 'heartbeat', commandId, attempt, checkpoint });
  }

  /** A jump may lead to a task again; trying it again is the same visit. */
  beginVisit(task: string): void {
    this.#visits.set(task, this.visitOf(task) + 1);
  }

  visitOf(task: string): number {
    return this.#visits.get(task) ?? 0;
  }

  get ctx(): PlainMapping {
    return this.names.ctx;
  }
}

function logOf({ command, services, redactor }: CommandRun, stream: LogLine['stream']): LogRedactor {
  const { executionId, commandId, attempt } = command;
  const write = (lines: readonly LogLine[]) =>
    services.logs.write({ executionId, commandId, attempt }, lines);
  return new LogRedactor(redactor, services.clock, stream, write);
}
