import type { PlainMapping } from '../common/plain-value.ts';
import type { Input } from '../core/decide/input.ts';
import type { ParkedOn } from '../core/event.ts';
import type { Assignment } from '../ports/dispatcher.ts';
import { CommandRun } from './command-run.ts';
import { keepResult, tasksOf } from './keep-result.ts';
import { runPipeline } from './pipeline.ts';
import type { WorkerServices } from './services.ts';
import { withConfig } from './with-config.ts';

/**
 * Executes one attempt of a command and says what came of it. `report` gets what happens on the way;
 * the returned input is the last word. Never throws.
 */
export async function runCommand(
  assignment: Assignment,
  services: WorkerServices,
  signal: AbortSignal,
  report: (input: Input) => void,
): Promise<Input> {
  const { commandId, attempt } = assignment.command;
  const failed = (error: unknown, clean: (text: string) => string): Input => ({
    kind: 'failed',
    commandId,
    attempt,
    error: { kind: 'exception', message: clean(messageOf(error)), retryable: false },
  });
  let run: CommandRun;
  try {
    run = new CommandRun(assignment, services, signal, report);
  } catch (error) {
    return failed(error, text => text);
  }
  try {
    return await execute(run, report);
  } catch (error) {
    return failed(error, text => run.redactor.text(text));
  } finally {
    run.endLogs();
  }
}

async function execute(run: CommandRun, report: (input: Input) => void): Promise<Input> {
  const { commandId, attempt } = run.command;
  const end = await runPipeline(run, tasksOf(run.step.tool), report);
  switch (end.kind) {
    case 'parked':
      return { kind: 'parked', commandId, attempt, waitsFor: withoutSecrets(run, end.waitsFor) };
    case 'failed':
      return { kind: 'failed', commandId, attempt, error: run.withoutSecrets(withConfig(run, end.error)) };
    case 'done': {
      const data = run.clean(end.data, `the result of step '${run.step.name}'`);
      const ctx = run.clean(run.ctx, '`ctx`') as PlainMapping;
      const { locals } = run.names;
      const step = locals && (run.clean(locals, '`step`') as PlainMapping);
      const result = await keepResult(run, data);
      return { kind: 'done', commandId, attempt, outcome: { result, ctx, ...(step ? { step } : {}) } };
    }
  }
}

/** What a wait for a signal comes to when nobody answers is written down with it. */
function withoutSecrets(run: CommandRun, waitsFor: ParkedOn): ParkedOn {
  if (waitsFor.kind !== 'signal' || waitsFor.onDeadline?.kind !== 'inline') return waitsFor;
  const data = run.clean(waitsFor.onDeadline.data, 'the default of the signal');
  return { ...waitsFor, onDeadline: { kind: 'inline', data } };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
