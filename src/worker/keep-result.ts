import {
  EMPTY_MAPPING,
  isMapping,
  mappingOf,
  type PlainMapping,
  type PlainValue,
} from '../common/plain-value.ts';
import type { Result } from '../core/result.ts';
import { storedBodyOf } from '../core/stored-body.ts';
import { withoutBookkeeping } from '../core/user-data.ts';
import type { Task, Tool } from '../playbook/model.ts';
import { isStoreFailure } from '../ports/store-failure.ts';
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
  const body = await selectableBody(run, task, data);
  if (!body && encodedSize(data, budget) <= budget) return { kind: 'inline', data };
  const ref = await run.services.results.put(run.command.executionId, resultName(run), data);
  return { kind: 'stored', ref: { ...ref, extracted: extract(task, body ?? data) } };
}

/** The response with its stored body, if fields of it are to be at hand; undefined if there is none. */
async function selectableBody(
  run: CommandRun,
  task: Task | undefined,
  data: PlainValue,
): Promise<PlainMapping | undefined> {
  const reference = storedBodyOf(data);
  if (!reference || !task || task.output.select.length === 0) return undefined;
  try {
    const body = await run.services.loadRef(String(reference._ref));
    return mappingOf([...Object.entries(data as PlainMapping), ['data', body ?? null]]);
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    run.print('log', `warning: what \`output.select\` names could not be read: ${error.message}`);
    return undefined;
  }
}

/** What the result of a command is called in the store. */
export function resultName({ command: { step, run, iteration } }: CommandRun): string {
  return iteration ? `${step}.${run}.${iteration.index}` : `${step}.${run}`;
}

/** Fields that stay readable without loading: those selected, else the small scalars at the top. */
function extract(task: Task | undefined, data: PlainValue): PlainMapping {
  if (!isMapping(data)) return EMPTY_MAPPING;
  const visible = withoutBookkeeping(data) as PlainMapping;
  const selected = task?.output.select ?? [];
  if (selected.length > 0) return mappingOf(selected.map(({ path, name }) => [name, follow(data, path)]));
  return mappingOf(Object.entries(visible).filter(([, value]) => isSmallScalar(value)));
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
