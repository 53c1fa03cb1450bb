import { parseDuration } from '../common/duration.ts';
import { mappingOf, type PlainMapping } from '../common/plain-value.ts';
import { NeedRef } from '../core/decide/need-ref.ts';
import type { Duration, Task } from '../playbook/model.ts';
import type { Tool, ToolCall, ToolOutcome } from '../ports/tool.ts';
import { TemplateError } from '../template/index.ts';
import type { CommandRun } from './command-run.ts';
import { failed } from './output.ts';
import { render, renderConfig } from './render-task.ts';

/** Renders a task's fields and executes its tool once, within its time. */
export async function runTask(
  run: CommandRun,
  task: Task,
  input: PlainMapping,
  overlay: PlainMapping,
): Promise<ToolOutcome> {
  try {
    const tool = await run.services.tools.find(task.kind);
    if (!tool) return failed('configuration', `no tool of kind '${task.kind}' is installed`);
    const config = mappingOf([
      ...Object.entries(await renderConfig(run.renderer, task)),
      ...Object.entries(overlay),
    ]);
    const auth =
      task.auth === undefined ? undefined : await run.credential(await render(run.renderer, task.auth));
    const timeout = await timeoutOf(run, task);
    const call: ToolCall = {
      kind: task.kind,
      config,
      input,
      auth,
      context: run.names.context,
      executionId: run.command.executionId,
      step: run.command.step,
      task: task.name,
      commandId: run.command.commandId,
      attempt: run.command.attempt,
      timeout,
    };
    return await withTimeout(run, tool, call, timeout ?? tool.defaultTimeout);
  } catch (error) {
    if (error instanceof NeedRef) throw error;
    if (error instanceof TemplateError) {
      return failed('template', `task '${task.name}': ${error.message}`, { code: error.code });
    }
    return failed('exception', error instanceof Error ? error.message : String(error));
  }
}

async function timeoutOf(run: CommandRun, task: Task): Promise<number | undefined> {
  const written: Duration | undefined = task.timeout;
  if (written === undefined || typeof written === 'number') return written;
  const value = await render(run.renderer, written.template);
  const milliseconds =
    typeof value === 'number' || typeof value === 'string' ? parseDuration(value) : undefined;
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds;
  throw new TemplateError(
    'template_value',
    `the timeout '${written.template}' must give a duration such as 30s`,
  );
}

/** The tool is told to stop by its signal; a tool that does not listen is not waited for. */
async function withTimeout(
  run: CommandRun,
  tool: Tool,
  call: ToolCall,
  milliseconds: number,
): Promise<ToolOutcome> {
  const { clock } = run.services;
  const stop = new AbortController();
  const abort = () => stop.abort(run.signal.reason);
  run.signal.addEventListener('abort', abort, { once: true });
  if (run.signal.aborted) abort();
  let cancelTimer = () => {};
  const ended = new Promise<ToolOutcome>(resolve => {
    const giveUp = (outcome: ToolOutcome) => {
      // One turn of the event loop for a tool that answers its signal in its own words.
      setImmediate(() => resolve(outcome));
    };
    stop.signal.addEventListener('abort', () => giveUp(stopped(run, milliseconds, stop.signal.reason)), {
      once: true,
    });
    cancelTimer = clock.at(clock.now() + milliseconds, () => stop.abort('timeout'));
  });
  try {
    const io = { signal: stop.signal, print: run.print };
    return await Promise.race([tool.run(call, io), ended]);
  } finally {
    cancelTimer();
    run.signal.removeEventListener('abort', abort);
  }
}

function stopped(run: CommandRun, milliseconds: number, reason: unknown): ToolOutcome {
  if (run.signal.aborted) return failed('cancelled', 'the command was cancelled');
  return reason === 'timeout'
    ? failed('timeout', `the task did not end within ${milliseconds / 1000} s`, { retryable: true })
    : failed('cancelled', 'the task was stopped');
}
