import {
  EMPTY_MAPPING,
  isMapping,
  mappingOf,
  type PlainMapping,
  type PlainValue,
} from '../common/plain-value.ts';
import type { Result } from '../core/result.ts';
import type { Task, Tool } from '../playbook/model.ts';
import type { CommandRun } from './command-run.ts';
import { encodedSize } from './encoded-size.ts';

export function tasksOf(tool: Tool): readonly Task[] {
  if (tool.kind === 'router') return [];
  return tool.kind === 'single' ? [tool.task] : tool.tasks;
}

/** Small results travel in the event; a large one is stored first, and the event refers to it. */
export async function keepResult(run: CommandRun, data: PlainValue): Promise<Result> {
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
