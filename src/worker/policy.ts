import { parseDuration } from '../common/duration.ts';
import type { Failure } from '../core/result.ts';
import type { Condition, Duration, Retry, Rule, RuleAction, Task } from '../playbook/model.ts';
import { assign } from './assign.ts';
import type { CommandRun } from './command-run.ts';
import type { Output } from './output.ts';
import { render } from './render-task.ts';

export type Next =
  | { readonly do: 'continue' | 'break' }
  | { readonly do: 'jump'; readonly to: string }
  | { readonly do: 'retry'; readonly delay: number; readonly maxAttempts: number }
  | { readonly do: 'fail'; readonly error: Failure };

/** What follows one execution of a task: its rules first, then its retry, else success goes on and an error fails. */
export async function decideNext(
  run: CommandRun,
  task: Task,
  output: Output,
  attempt: number,
  tasks: readonly Task[],
): Promise<Next> {
  run.names.setAll({
    error: output.view.error,
    result: output.view.data,
    status_code: output.error?.statusCode ?? null,
  });
  for (const rule of task.policy.rules) {
    if (!(await holds(run, rule))) continue;
    await assign(run, rule.then.set);
    return apply(run, rule.then, task, output, attempt, tasks);
  }
  for (const retry of task.retry) {
    const next = await applyRetry(run, retry, output, attempt);
    if (next) return next;
  }
  const { onUnmatched } = task.policy;
  const fails = onUnmatched === 'fail' || (onUnmatched === 'default' && output.error !== undefined);
  return fails ? { do: 'fail', error: errorOf(output, undefined) } : { do: 'continue' };
}

const holds = async (run: CommandRun, { when }: Rule): Promise<boolean> => (when ? test(run, when) : true);

const test = (run: CommandRun, condition: Condition): Promise<boolean> =>
  run.renderer.refs.resolve(() =>
    run.renderer.program.condition(condition).test(run.renderer.context, run.renderer.host),
  );

async function apply(
  run: CommandRun,
  action: RuleAction,
  task: Task,
  output: Output,
  attempt: number,
  tasks: readonly Task[],
): Promise<Next> {
  switch (action.do) {
    case 'continue':
    case 'break':
      return { do: action.do };
    case 'jump':
      return jump(action.to, task, tasks);
    case 'fail':
      return {
        do: 'fail',
        error: errorOf(
          output,
          action.message === undefined ? undefined : String(await render(run.renderer, action.message)),
        ),
      };
    case 'retry': {
      if (attempt >= action.attempts) return { do: 'fail', error: errorOf(output, undefined) };
      const base = await milliseconds(run, action.delay);
      const factor =
        action.backoff === 'none' ? 1 : action.backoff === 'linear' ? attempt : 2 ** (attempt - 1);
      return { do: 'retry', delay: base * factor, maxAttempts: action.attempts };
    }
  }
}

const PREVIOUS: ReadonlySet<string> = new Set(['previous', 'prev', '_previous', '@previous']);

function jump(to: string, task: Task, tasks: readonly Task[]): Next {
  if (!PREVIOUS.has(to)) return { do: 'jump', to };
  const before = tasks[tasks.indexOf(task) - 1];
  if (before) return { do: 'jump', to: before.name };
  return {
    do: 'fail',
    error: {
      kind: 'configuration',
      message: 'there is no task before the first one to jump to',
      retryable: false,
    },
  };
}

/** Delays as in the queue: min(initial · multiplier^(k−1), max). */
async function applyRetry(
  run: CommandRun,
  retry: Retry,
  output: Output,
  attempt: number,
): Promise<Next | undefined> {
  if (retry.stopWhen && (await test(run, retry.stopWhen))) return undefined;
  const wanted = retry.when ? await test(run, retry.when) : output.error !== undefined;
  const maxAttempts = Number(
    typeof retry.maxAttempts === 'number'
      ? retry.maxAttempts
      : await render(run.renderer, retry.maxAttempts.template),
  );
  if (!wanted || attempt >= maxAttempts) return undefined;
  const initial = await milliseconds(run, retry.initialDelay);
  const delay = Math.min(
    initial * retry.multiplier ** (attempt - 1),
    await milliseconds(run, retry.maxDelay),
  );
  const jitter = retry.jitter ? 0.5 + run.services.random() : 1;
  return { do: 'retry', delay: Math.round(delay * jitter), maxAttempts };
}

async function milliseconds(run: CommandRun, duration: Duration): Promise<number> {
  if (typeof duration === 'number') return duration;
  const value = await render(run.renderer, duration.template);
  return (typeof value === 'number' || typeof value === 'string' ? parseDuration(value) : undefined) ?? 0;
}

function errorOf({ error }: Output, message: string | undefined): Failure {
  const base = error ?? { kind: 'policy', message: 'a rule of the task failed it', retryable: false };
  return message === undefined ? base : { ...base, message };
}
