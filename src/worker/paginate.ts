import {
  EMPTY_MAPPING,
  isMapping,
  mappingOf,
  type PlainMapping,
  type PlainValue,
} from '../common/plain-value.ts';
import type { Collect, Paginate, Task } from '../playbook/model.ts';
import type { ToolOutcome } from '../ports/tool.ts';
import type { CommandRun } from './command-run.ts';
import { outputOf } from './output.ts';
import { PageCheckpoint } from './page-checkpoint.ts';
import { runSink } from './pipeline.ts';
import { render } from './render-task.ts';
import { runTask } from './run-task.ts';

/** Fetches page after page inside one command and gives what was collected; pages themselves are not kept. */
export async function paginate(
  run: CommandRun,
  task: Task,
  plan: Paginate,
  input: PlainMapping,
): Promise<ToolOutcome> {
  const checkpoint = new PageCheckpoint(run, task);
  const earlier = await checkpoint.resume();
  let overlay: PlainMapping = earlier?.overlay ?? EMPTY_MAPPING;
  let collected: PlainValue = plan.collect.strategy === 'merge' ? mappingOf([]) : [];
  for (const added of earlier?.added ?? []) collected = collect(collected, added, plan.collect);
  for (let page = (earlier?.page ?? 0) + 1; ; page++) {
    const outcome = await runTask(run, task, bindPage(run, input, overlay), withoutInput(overlay));
    if (outcome.status !== 'ok') return outcome;
    const output = outputOf(outcome, EMPTY_MAPPING, run.renderer.refs.load);
    const body = bodyOf(outcome.data);
    const added = at(body, plan.collect.path);
    collected = collect(collected, added, plan.collect);
    const status = isMapping(outcome.data) ? (outcome.data.status_code ?? null) : null;
    const headers = isMapping(outcome.data) ? (outcome.data.headers ?? null) : null;
    run.names.setAll({
      response: body,
      page: body,
      result: outcome.data,
      data: body,
      status_code: status,
      headers,
      iteration: page,
      attempt: page,
      _retry: { index: page, count: page },
      [plan.collect.into]: collected,
    });
    if (plan.sink) {
      const failure = await runSink(run, plan.sink, output);
      if (failure) return { status: 'error', error: failure };
    }
    const { program, context, host, refs } = run.renderer;
    const more = await refs.resolve(() => program.condition(plan.while).test(context, host));
    if (!more || page >= plan.maxPages) return finished(outcome, collected, plan, page, more);
    if (run.signal.aborted)
      return {
        status: 'error',
        error: { kind: 'cancelled', message: 'the command was cancelled', retryable: false },
      };
    overlay = await fullOverlay(
      run,
      task,
      overlaid(overlay, (await render(run.renderer, plan.next)) as PlainMapping),
    );
    await checkpoint.save({ page, overlay }, added, plan.collect.strategy === 'replace');
  }
}

/** What a page changes in the input is seen by the templates of the task, too. */
function bindPage(run: CommandRun, input: PlainMapping, { input: changes }: PlainMapping): PlainMapping {
  if (!isMapping(changes)) return input;
  const changed = mappingOf([...Object.entries(input), ...Object.entries(changes)]);
  run.names.bindInput(changed);
  return changed;
}

const withoutInput = (overlay: PlainMapping): PlainMapping =>
  mappingOf(Object.entries(overlay).filter(([key]) => key !== 'input'));

function finished(
  outcome: Extract<ToolOutcome, { status: 'ok' }>,
  collected: PlainValue,
  { collect: { strategy } }: Paginate,
  pages: number,
  truncated: boolean,
): ToolOutcome {
  const meta = mappingOf([
    ['iterations', pages],
    ['pages', pages],
    ['collect_strategy', strategy],
    ['truncated', truncated],
  ]);
  const data = mappingOf([
    ['status', 'success'],
    ['data', collected],
    ['meta', meta],
  ]);
  return { status: 'ok', data, about: { ...outcome.about, meta } };
}

/** An HTTP response is its body; anything else is itself. */
const bodyOf = (data: PlainValue): PlainValue =>
  isMapping(data) && 'status_code' in data ? (data.data ?? null) : data;

function at(value: PlainValue, path: string | undefined): PlainValue {
  if (path === undefined || path === '') return value;
  return path.split('.').reduce<PlainValue>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] ?? null;
    return isMapping(inner) ? (inner[key] ?? null) : null;
  }, value);
}

/** What a page adds. A page without the path adds nothing. */
function collect(before: PlainValue, page: PlainValue, { strategy }: Collect): PlainValue {
  if (page === null) return before;
  if (strategy === 'replace') return page;
  if (strategy === 'merge') {
    return mappingOf([
      ...Object.entries(isMapping(before) ? before : {}),
      ...Object.entries(isMapping(page) ? page : {}),
    ]);
  }
  const list = before as PlainValue[];
  if (Array.isArray(page)) for (const item of page) list.push(item);
  else list.push(page);
  return list;
}

const MERGED: readonly string[] = ['params', 'headers', 'input'];

function overlaid(before: PlainMapping, next: PlainMapping): PlainMapping {
  return mappingOf([
    ...Object.entries(before),
    ...Object.entries(next).map(
      ([key, value]) =>
        [key, MERGED.includes(key) ? merged(before[key], value) : value] as [string, PlainValue],
    ),
  ]);
}

const merged = (a: PlainValue | undefined, b: PlainValue): PlainValue =>
  isMapping(a) && isMapping(b) ? mappingOf([...Object.entries(a), ...Object.entries(b)]) : b;

/** Params and headers of the task stay, key by key, unless a page replaces them. */
async function fullOverlay(run: CommandRun, task: Task, overlay: PlainMapping): Promise<PlainMapping> {
  const entries: [string, PlainValue][] = [];
  for (const [key, value] of Object.entries(overlay)) {
    const written = MERGED.includes(key) ? task.config[key] : undefined;
    entries.push([key, written === undefined ? value : merged(await render(run.renderer, written), value)]);
  }
  return mappingOf(entries);
}
