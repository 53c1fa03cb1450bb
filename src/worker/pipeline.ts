import { EMPTY_MAPPING, mappingOf, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import type { Input } from '../core/decide/input.ts';
import type { ParkedOn } from '../core/event.ts';
import type { Failure } from '../core/result.ts';
import type { Task } from '../playbook/model.ts';
import { TemplateError } from '../template/index.ts';
import { assign } from './assign.ts';
import { waitAfter } from './callback.ts';
import type { CommandRun } from './command-run.ts';
import { executeTask } from './execute-task.ts';
import { type Output, outputOf } from './output.ts';
import { decideNext, type Next } from './policy.ts';
import { renderInput } from './render-task.ts';
import { runTask } from './run-task.ts';

export type PipelineEnd =
  | { readonly kind: 'done'; readonly data: PlainValue }
  | { readonly kind: 'failed'; readonly error: Failure }
  /** `data`: what the tasks had come to, where it is more than the beginning of the wait. */
  | { readonly kind: 'parked'; readonly waitsFor: ParkedOn; readonly data?: PlainValue };

/** Executions of tasks in one pipeline; a jump that never ends must. */
const MAX_EXECUTIONS = 1_000_000;

/** Runs the tasks of a step in order; policy rules may repeat, jump, stop or fail. */
export async function runPipeline(
  run: CommandRun,
  tasks: readonly Task[],
  report: (input: Input) => void,
): Promise<PipelineEnd> {
  const results: [string, PlainValue][] = [];
  const executions = new Map<string, number>();
  let index = 0;
  for (let count = 0; index < tasks.length; count++) {
    const task = tasks[index] as Task;
    if (count >= MAX_EXECUTIONS)
      return failedEnd(
        { kind: 'limit', message: `more than ${MAX_EXECUTIONS} task executions`, retryable: false },
        task,
        tasks,
      );
    const attempt = (executions.get(task.name) ?? 0) + 1;
    executions.set(task.name, attempt);
    if (attempt === 1) run.beginVisit(task.name);
    run.names.setAll({ _task: task.name, _attempt: attempt });
    const performed = await perform(run, task, attempt, tasks);
    if (performed.kind === 'parked') return withResults(performed, task, tasks, results);
    const { output, next } = performed;
    if (next.do === 'retry') {
      const { delay, maxAttempts } = next;
      const { commandId } = run.command;
      report({
        kind: 'task_retry',
        commandId,
        attempt: run.command.attempt,
        task: task.name,
        taskAttempt: attempt,
        maxAttempts,
        delay,
        error: output.error && run.withoutSecrets(output.error),
      });
      await pause(run, delay);
      if (run.signal.aborted)
        return failedEnd(
          { kind: 'cancelled', message: 'the command was cancelled', retryable: false },
          task,
          tasks,
        );
      continue;
    }
    executions.delete(task.name);
    if (next.do === 'fail') return failedEnd(next.error, task, tasks);
    remember(results, task.name, output.data);
    const isLast = next.do === 'break' || (next.do === 'continue' && index === tasks.length - 1);
    const waitsFor = isLast && !output.error ? waitAfter(run, task, output.data) : undefined;
    if (waitsFor) return { kind: 'parked', waitsFor, data: dataOf(tasks, results) };
    if (next.do === 'break') break;
    index = next.do === 'jump' ? tasks.findIndex(({ name }) => name === next.to) : index + 1;
  }
  return { kind: 'done', data: dataOf(tasks, results) };
}

/** A step of several tasks keeps what those before the wait gave. Its place is filled when the wait ends. */
function withResults(
  parked: Extract<PipelineEnd, { kind: 'parked' }>,
  task: Task,
  tasks: readonly Task[],
  results: [string, PlainValue][],
): PipelineEnd {
  if (tasks.length === 1) return parked;
  remember(results, task.name, null);
  return { ...parked, data: dataOf(tasks, results) };
}

type Performed =
  | { readonly kind: 'settled'; readonly output: Output; readonly next: Next }
  | Extract<PipelineEnd, { kind: 'parked' }>;

/** One execution of a task with all that follows from it. What its rules accept may be remembered. */
async function perform(
  run: CommandRun,
  task: Task,
  attempt: number,
  tasks: readonly Task[],
): Promise<Performed> {
  const { outcome, memory } = await executeTask(run, task, attempt);
  try {
    if (outcome.status === 'parked') {
      await memory.keep(outcome);
      return { kind: 'parked', waitsFor: outcome.waitsFor };
    }
    const output = outputOf(outcome, mappingOf([['attempt', attempt]]), run.renderer.refs.load);
    run.names.addResult(task.name, output);
    const next = await settle(run, task, output, attempt, tasks);
    if (outcome.status === 'ok' && next.do !== 'retry' && next.do !== 'fail') await memory.keep(outcome);
    return { kind: 'settled', output, next };
  } finally {
    memory.end();
  }
}

/** `set`, the sink and the policy of a task that has just been executed. */
async function settle(
  run: CommandRun,
  task: Task,
  output: Output,
  attempt: number,
  tasks: readonly Task[],
): Promise<Next> {
  try {
    if (!output.error) await assign(run, task.set);
    if (!output.error && task.sink) {
      const saved = await runSink(run, task.sink, output);
      if (saved) return { do: 'fail', error: saved };
    }
    return await decideNext(run, task, output, attempt, tasks);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const message = `task '${task.name}': ${error.message}`;
    return { do: 'fail', error: { kind: 'template', message, retryable: false, code: error.code } };
  }
}

export async function runSink(run: CommandRun, sink: Task, output: Output): Promise<Failure | undefined> {
  const { data } = output.view;
  run.names.setAll({ result: data, data, this: output.view });
  const input = await renderInput(run.renderer, sink.input);
  const outcome = await runTask(run, sink, input, EMPTY_MAPPING);
  if (outcome.status !== 'error') return undefined;
  return { ...outcome.error, message: `saving the result: ${outcome.error.message}` };
}

const failedEnd = (error: Failure, task: Task, tasks: readonly Task[]): PipelineEnd => ({
  kind: 'failed',
  error: tasks.length > 1 ? { ...error, task: task.name } : error,
});

function remember(results: [string, PlainValue][], label: string, data: PlainValue): void {
  const at = results.findIndex(([name]) => name === label);
  if (at >= 0) results.splice(at, 1);
  results.push([label, data]);
}

/** One task: its data. Several: a record of theirs, marked so that the view can flatten it in order. */
function dataOf(tasks: readonly Task[], results: readonly [string, PlainValue][]): PlainValue {
  if (tasks.length === 1) return results.at(-1)?.[1] ?? null;
  const record: PlainMapping = mappingOf(results);
  return mappingOf([...Object.entries(record), ['__pipeline', results.map(([label]) => label)]]);
}

/** Waits, but not for a command that is stopped meanwhile. */
function pause({ services: { clock }, signal }: CommandRun, delay: number): Promise<void> {
  if (delay <= 0 || signal.aborted) return Promise.resolve();
  return new Promise(resolve => {
    const stop = () => {
      cancel();
      resolve();
    };
    const cancel = clock.after(delay, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
