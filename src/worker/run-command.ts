import type { PlainMapping, PlainValue } from '../common/plain-value.ts';
import type { Done, Input } from '../core/decide/input.ts';
import type { ParkedOn } from '../core/event.ts';
import type { Assignment } from '../ports/dispatcher.ts';
import { claimRows } from './claim.ts';
import { CommandRun } from './command-run.ts';
import { keepResult, tasksOf } from './keep-result.ts';
import { type PipelineEnd, runPipeline } from './pipeline.ts';
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
  const { commandId, attempt, claim } = run.command;
  const end = claim
    ? await claimRows(run, claim, report)
    : await runPipeline(run, tasksOf(run.step.tool), report);
  switch (end.kind) {
    case 'parked':
      return { kind: 'parked', commandId, attempt, ...(await parked(run, end)) };
    case 'failed':
      return { kind: 'failed', commandId, attempt, error: run.withoutSecrets(withConfig(run, end.error)) };
    case 'done':
      return { kind: 'done', commandId, attempt, outcome: await outcomeOf(run, end.data) };
  }
}

/** The result and what was set on the way, without secrets. */
async function outcomeOf(run: CommandRun, found: PlainValue): Promise<Done> {
  const data = run.clean(found, `the result of step '${run.step.name}'`);
  const ctx = run.clean(run.ctx, '`ctx`') as PlainMapping;
  const { locals } = run.names;
  const step = locals && (run.clean(locals, '`step`') as PlainMapping);
  return { result: await keepResult(run, data), ctx, ...(step ? { step } : {}) };
}

async function parked(run: CommandRun, { waitsFor, data }: Extract<PipelineEnd, { kind: 'parked' }>) {
  const answer = data === undefined ? {} : { answer: await outcomeOf(run, data) };
  return { waitsFor: withoutSecrets(run, waitsFor), ...answer };
}

/** What a wait for a signal comes to when nobody answers is written down with it. */
function withoutSecrets(run: CommandRun, waitsFor: ParkedOn): ParkedOn {
  if (waitsFor.kind !== 'signal' || waitsFor.onDeadline?.kind !== 'inline') return waitsFor;
  const data = run.clean(waitsFor.onDeadline.data, 'the default of the signal');
  return { ...waitsFor, onDeadline: { kind: 'inline', data } };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
