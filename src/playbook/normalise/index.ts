import type { ProblemLog } from '../problem-log.ts';
import { isList, isMap, type MapNode, madeList, type Node, textOf } from '../read/node.ts';
import { normaliseCase } from './case/index.ts';
import { normaliseIterator } from './iterator.ts';
import { normaliseLoop } from './loop.ts';
import { normaliseNext } from './next.ts';
import { normaliseNextCall } from './next-call.ts';
import { normalisePaginate } from './pagination.ts';
import { type Generation, type Pass, type PassContext, report, runPasses } from './pass.ts';
import { normaliseAdmission, normaliseEval, normalisePolicy } from './policy.ts';
import { normaliseRetry } from './retry.ts';
import { normaliseRootKeys } from './root-keys.ts';
import { scopedSets } from './scoped-set.ts';
import { normaliseSaveStep, normaliseSinkKey, savesAfterLoop, splitOffSink } from './sink.ts';
import { moveToTask, normaliseStepFields } from './step-fields.ts';
import { normaliseTaskArguments } from './task-arguments.ts';
import { normaliseTaskList } from './task-list.ts';
import { normaliseKindKey, normaliseToolSpelling } from './tool-spelling.ts';
import { readWorkbook, resolveWorkbook, withStepInput } from './workbook.ts';

/** Before `case` is translated: its parts must find tool, loop and routing in their canonical places. */
const STEP_SHAPE: readonly Pass[] = [
  normaliseToolSpelling,
  normaliseIterator,
  normaliseToolSpelling,
  normaliseSaveStep,
  normaliseNext,
];

const STEP_FIELDS: readonly Pass[] = [
  normaliseLoop,
  normaliseStepFields,
  normaliseAdmission,
  normaliseSinkKey,
  normaliseRetry,
];

/** What a step may say for its only task. */
const MOVES_TO_TASK: readonly string[] = ['sink', 'output', 'paginate'];

const TASK: readonly Pass[] = [
  normaliseKindKey,
  resolveWorkbook,
  normaliseKindKey,
  normaliseSinkKey,
  normaliseTaskArguments,
  normaliseEval,
  normalisePolicy,
  scopedSets,
  normaliseRetry,
  normalisePaginate,
  normaliseNextCall,
];

/** The whole document in canonical spelling. */
export function normalise(root: MapNode, generation: Generation, log: ProblemLog): MapNode {
  const bare: PassContext = { generation, log, workbook: new Map() };
  const document = normaliseRootKeys(root, bare);
  const context: PassContext = { ...bare, workbook: readWorkbook(document.get('workbook'), bare) };
  const workflow = document.get('workflow');
  const result = document.without('workbook');
  if (!isList(workflow)) return result;
  const steps = workflow.items.flatMap<Node>(step => (isMap(step) ? normaliseStep(step, context) : [step]));
  return result.with('workflow', madeList(steps, workflow.range));
}

function normaliseStep(step: MapNode, context: PassContext): MapNode[] {
  const shaped = runPasses(STEP_SHAPE, step, context);
  const steps = savesAfterLoop(step) ? splitOffSink(shaped, context) : [shaped];
  return steps.flatMap(each => normaliseCase(each, context)).map(each => finishStep(each, context));
}

function finishStep(step: MapNode, context: PassContext): MapNode {
  let fields = runPasses(STEP_FIELDS, step, context);
  if (fields.has('paginate') && isList(fields.get('tool'))) fields = refusePagination(fields, context);
  const moved = moveToTask(fields, MOVES_TO_TASK, context);
  const tool = moved.get('tool');
  if (tool === undefined) return moved;
  const finished = normaliseTool(tool, context);
  return moved.with('tool', withStepInput(moved.get('input'), tool, finished));
}

function normaliseTool(tool: Node, context: PassContext): Node {
  if (isMap(tool)) return normaliseTask(tool, context);
  if (!isList(tool)) return tool;
  const tasks = normaliseTaskList(tool, context);
  return madeList(
    tasks.map(task => normaliseTask(task, context)),
    tool.range,
  );
}

/** A sink, and the sink of each page, are tasks themselves. */
function normaliseTask(task: MapNode, context: PassContext): MapNode {
  const result = runPasses(TASK, task, context);
  const sink = result.get('sink');
  const withSink = isMap(sink) ? result.with('sink', normaliseTask(sink, context)) : result;
  const paginate = withSink.get('paginate');
  const each = isMap(paginate) ? normaliseSinkKey(paginate, context).get('sink') : undefined;
  if (!isMap(paginate) || !isMap(each)) return withSink;
  return withSink.with('paginate', paginate.with('sink', normaliseTask(each, context)));
}

function refusePagination(step: MapNode, context: PassContext): MapNode {
  const { keyRange } = step.entry('paginate')!;
  const name = textOf(step.get('step')) ?? 'the step';
  const message = `\`${name}\` has several tasks, and pagination must say which of them it is about`;
  report(context, 'paginate_on_pipeline', keyRange, message, 'move it to that task, as `paginate: { … }`');
  return step.without('paginate');
}
