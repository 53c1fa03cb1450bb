import {
  EMPTY_MAPPING,
  isMapping,
  mappingOf,
  type PlainMapping,
  type PlainValue,
} from '../common/plain-value.ts';
import type { Input } from '../core/decide/input.ts';
import type { Failure, Result } from '../core/result.ts';
import type { Task, Tool } from '../playbook/model.ts';
import type { Assignment } from '../ports/dispatcher.ts';
import { CommandRun } from './command-run.ts';
import { encodedSize } from './encoded-size.ts';
import { runPipeline } from './pipeline.ts';
import type { WorkerServices } from './services.ts';

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
  try {
    const run = new CommandRun(assignment, services, signal, report);
    const end = await runPipeline(run, tasksOf(run.step.tool), report);
    switch (end.kind) {
      case 'parked':
        return { kind: 'parked', commandId, attempt, waitsFor: end.waitsFor };
      case 'failed':
        return { kind: 'failed', commandId, attempt, error: redacted(run, end.error) };
      case 'done': {
        const result = await keep(run, run.redactor.value(end.data));
        const ctx = run.redactor.value(run.ctx) as PlainMapping;
        return { kind: 'done', commandId, attempt, outcome: { result, ctx } };
      }
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', commandId, attempt, error: { kind: 'exception', message, retryable: false } };
  }
}

function tasksOf(tool: Tool): readonly Task[] {
  if (tool.kind === 'router') return [];
  return tool.kind === 'single' ? [tool.task] : tool.tasks;
}

function redacted(run: CommandRun, error: Failure): Failure {
  const details = error.details && (run.redactor.value(error.details) as PlainMapping);
  return { ...error, message: run.redactor.text(error.message), ...(details ? { details } : {}) };
}

/** Small results travel in the event; a large one is stored first, and the event refers to it. */
async function keep(run: CommandRun, data: PlainValue): Promise<Result> {
  const [task] = tasksOf(run.step.tool);
  const budget = task?.output.inlineMaxBytes ?? 65_536;
  if (encodedSize(data, budget) <= budget) return { kind: 'inline', data };
  const { executionId, step, run: number, iteration } = run.command;
  const name = iteration ? `${step}.${number}.${iteration.index}` : `${step}.${number}`;
  const ref = await run.services.results.put(executionId, name, data);
  return { kind: 'stored', ref: { ...ref, extracted: extract(task, data) } };
}

/** Fields that stay readable without loading: those selected, else the small scalars at the top. */
function extract(task: Task | undefined, data: PlainValue): PlainMapping {
  if (!isMapping(data)) return EMPTY_MAPPING;
  const selected = task?.output.select ?? [];
  if (selected.length > 0) return mappingOf(selected.map(({ path, name }) => [name, follow(data, path)]));
  return mappingOf(Object.entries(data).filter(([, value]) => isSmallScalar(value)));
}

const isSmallScalar = (value: PlainValue): boolean =>
  typeof value !== 'object' && (typeof value !== 'string' || value.length <= 200);

function follow(data: PlainValue, path: string): PlainValue {
  const keys = path
    .replace(/^\$\.?/, '')
    .split('.')
    .filter(Boolean);
  return keys.reduce<PlainValue>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] ?? null;
    return isMapping(inner) ? (inner[key] ?? null) : null;
  }, data);
}
