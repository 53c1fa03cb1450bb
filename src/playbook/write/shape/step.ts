import type { Step, Tool } from '../../model.ts';
import type { KeptWorkbook } from '../keep/workbook.ts';
import { type Field, type Fields, leaf } from '../tree.ts';
import { dataField, field, fields, items, scalar } from './build.ts';
import { assignments, condition, duration } from './expression.ts';
import { loopField } from './loop.ts';
import type { Places } from './places.ts';
import { stepSpecField } from './policy.ts';
import { retryField } from './retry.ts';
import { nextField, type RoutingDefaults } from './routing.ts';
import { taskTree } from './task.ts';

/** What the writing of a step depends on beside the step. */
export interface StepContext {
  readonly routing: RoutingDefaults;
  readonly workbook: KeptWorkbook;
}

export function stepTree(places: Places, step: Step, { routing, workbook }: StepContext): Fields {
  const kept = workbook.toolOf(step);
  // What the entry of a workbook says is not repeated by the step that names it.
  const own = (key: string, part: Field | undefined) => (kept && !kept.says(key) ? undefined : part);
  return fields('block', [
    field('step', leaf(step.name), places.of(step)),
    scalar(places, step, 'desc', 'desc'),
    condition(places, step, 'when', 'when'),
    stepSpecField(places, step),
    dataField(places, step, 'input', 'input'),
    step.kind === 'loop' ? loopField(places, step) : undefined,
    kept ? field('tool', kept.tree) : toolField(places, step),
    assignments(places, step, 'block'),
    own('retry', retryField(places, step)),
    own('timeout', timeoutField(places, step.tool)),
    scalar(places, step, 'onError', 'on_error', 'fail'),
    scalar(places, step, 'redeliver', 'redeliver', 'always'),
    nextField(places, step, routing),
  ]);
}

function toolField(places: Places, step: Step): Field | undefined {
  const { tool } = step;
  const source = places.ofValue(step, 'tool') ?? places.of(tool);
  switch (tool.kind) {
    case 'router':
      return undefined;
    case 'single':
      return field('tool', taskTree(places, tool.task, { named: false, timed: false }), source);
    case 'pipeline': {
      const timed = !sharesTimeout(tool);
      const parts = tool.tasks.map(task => ({
        value: { ...taskTree(places, task, { named: true, timed }), layout: 'block' as const },
        source: places.of(task),
      }));
      return field('tool', items('block', parts), source);
    }
  }
}

/** Whether one timeout on the step says the same as those of its tasks. */
function sharesTimeout(tool: Tool): boolean {
  if (tool.kind !== 'pipeline') return tool.kind === 'single';
  const texts = tool.tasks.map(({ timeout }) => JSON.stringify(timeout));
  return texts.every(text => text === texts[0]);
}

function timeoutField(places: Places, tool: Tool): Field | undefined {
  if (tool.kind === 'router' || !sharesTimeout(tool)) return undefined;
  return duration(places, tool.kind === 'single' ? tool.task : tool.tasks[0], 'timeout', 'timeout');
}
