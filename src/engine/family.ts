import { EMPTY_MAPPING } from '../common/plain-value.ts';
import type { Input } from '../core/decide/input.ts';
import { openWork } from '../core/decide/open-work.ts';
import type { Event } from '../core/event.ts';
import { isTerminal } from '../core/fold/fold.ts';
import { NO_RESULT } from '../core/result.ts';
import type { State } from '../core/state.ts';

/** What a child is told whose parent was cancelled, or whose time is over. */
export const ORPHANED = { kind: 'cancel', reason: 'its caller does not wait for it any more' } as const;

/** Tells parents when their children end, and ends the children of what was cancelled. */
export class Family {
  readonly #send: (executionId: string, inputs: readonly Input[]) => void;
  /** Children under way, by the command that waits for them. */
  readonly #children = new Map<string, string>();

  constructor(send: (executionId: string, inputs: readonly Input[]) => void) {
    this.#send = send;
  }

  /** Remembers a child that a command waits for. */
  adopt(commandId: string, executionId: string): void {
    this.#children.set(commandId, executionId);
  }

  /** `cancelled`: commands of the execution that do not count any more, and so their children neither. */
  follow(state: State, events: readonly Event[], cancelled: readonly string[]): void {
    for (const event of events) {
      if (event.type === 'command.parked' && event.waitsFor.kind === 'child') {
        this.adopt(event.commandId, event.waitsFor.executionId);
      }
    }
    for (const commandId of cancelled) this.#cancelChild(commandId);
    if (!isTerminal(state)) return;
    if (state.phase.kind === 'cancelled') this.#cancelChildrenOf(state);
    const report = childReport(state);
    if (report) {
      this.#children.delete(report.input.commandId);
      this.#send(report.parent, [report.input]);
    }
  }

  /** From the state alone: an execution may be cancelled that this process has never driven. */
  #cancelChildrenOf(state: State): void {
    for (const { command, state: waiting } of openWork(state)) {
      if (waiting.status.kind !== 'parked' || waiting.status.on.kind !== 'child') continue;
      this.adopt(command.commandId, waiting.status.on.executionId);
      this.#cancelChild(command.commandId);
    }
  }

  #cancelChild(commandId: string): void {
    const child = this.#children.get(commandId);
    this.#children.delete(commandId);
    if (child !== undefined) this.#send(child, [ORPHANED]);
  }
}

/** What the end of a child means to the command of its parent that waits for it. */
export function childReport(
  state: State,
): { readonly parent: string; readonly input: Extract<Input, { kind: 'done' | 'failed' }> } | undefined {
  const { header, phase } = state;
  if (!header?.parent) return undefined;
  const { executionId: parent, commandId, attempt, resultStep } = header.parent;
  if (phase.kind === 'completed') {
    const result =
      resultStep === undefined ? phase.result : (state.steps.get(resultStep)?.result ?? NO_RESULT);
    return { parent, input: { kind: 'done', commandId, attempt, outcome: { result, ctx: EMPTY_MAPPING } } };
  }
  const error =
    phase.kind === 'failed'
      ? { ...phase.error, message: `playbook '${header.path}' failed: ${phase.error.message}` }
      : { kind: 'cancelled', message: `playbook '${header.path}' was cancelled`, retryable: false };
  return { parent, input: { kind: 'failed', commandId, attempt, error } };
}
