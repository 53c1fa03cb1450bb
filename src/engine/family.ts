import { EMPTY_MAPPING } from '../common/plain-value.ts';
import type { Input } from '../core/decide/input.ts';
import type { Event } from '../core/event.ts';
import { isTerminal } from '../core/fold/fold.ts';
import { NO_RESULT } from '../core/result.ts';
import type { State } from '../core/state.ts';

/** Tells parents when their children end, and ends the children of what was cancelled. */
export class Family {
  readonly #send: (executionId: string, inputs: readonly Input[]) => void;
  /** Children under way, by the command that waits for them. */
  readonly #children = new Map<string, string>();

  constructor(send: (executionId: string, inputs: readonly Input[]) => void) {
    this.#send = send;
  }

  follow(state: State, events: readonly Event[]): void {
    for (const event of events) {
      if (event.type === 'command.parked' && event.waitsFor.kind === 'child') {
        this.#children.set(event.commandId, event.waitsFor.executionId);
      }
      if (event.type === 'command.cancelled') this.#cancelChild(event.commandId);
    }
    if (!isTerminal(state)) return;
    if (state.phase.kind === 'cancelled') this.#cancelChildrenOf(state.header?.executionId ?? '');
    const report = childReport(state);
    if (report) {
      this.#children.delete(report.input.commandId);
      this.#send(report.parent, [report.input]);
    }
  }

  #cancelChildrenOf(executionId: string): void {
    for (const commandId of this.#children.keys())
      if (commandId.startsWith(`${executionId}:`)) this.#cancelChild(commandId);
  }

  #cancelChild(commandId: string): void {
    const child = this.#children.get(commandId);
    this.#children.delete(commandId);
    if (child !== undefined) this.#send(child, [{ kind: 'cancel', reason: 'its parent was cancelled' }]);
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
