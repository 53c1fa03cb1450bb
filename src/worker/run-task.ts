import { merged, type PlainMapping } from '../common/plain-value.ts';
import type { Task } from '../playbook/model.ts';
import type { ToolCall, ToolOutcome } from '../ports/tool.ts';
import { TemplateError } from '../template/index.ts';
import { BodyKeeper } from './body-keeper.ts';
import type { CommandRun } from './command-run.ts';
import { SecretError } from './keychain/secret-error.ts';
import { millisecondsOf } from './milliseconds.ts';
import { failed } from './output.ts';
import { printRefusal } from './print-refusal.ts';
import { render, renderConfig } from './render-task.ts';
import { runTool } from './run-tool.ts';

/** Renders a task's fields and executes its tool once, within its time. */
export async function runTask(
  run: CommandRun,
  task: Task,
  input: PlainMapping,
  overlay: PlainMapping,
): Promise<ToolOutcome> {
  run.rendered = undefined;
  try {
    const tool = await run.services.tools.find(task.kind);
    if (!tool) return failed('configuration', `no tool of kind '${task.kind}' is installed`);
    const config = merged(await renderConfig(run.renderer, task), overlay);
    run.rendered = merged({ kind: task.kind }, config);
    const auth =
      task.auth === undefined ? undefined : await run.credential(await render(run.renderer, task.auth));
    if (readsKeychain(config)) await run.fetchSecrets();
    const timeout = task.timeout && (await millisecondsOf(run, task.timeout, 'the timeout'));
    const call: ToolCall = {
      kind: task.kind,
      config,
      input,
      auth,
      context: run.names.context,
      iteration: run.names.iteration,
      executionId: run.command.executionId,
      baseDir: run.services.baseDirOf && (await run.services.baseDirOf(run.command.executionId)),
      step: run.command.step,
      task: task.name,
      commandId: run.command.commandId,
      attempt: run.command.attempt,
      redeliveries: run.command.redeliveries,
      trace: run.trace,
      timeout,
    };
    if (tool.recordsInput && (run.redactor.changes(input) || run.redactor.changes(config)))
      return failed('configuration', SECRET_IN_RECORD);
    const keeper = new BodyKeeper(run, task);
    const milliseconds = timeout ?? tool.defaultTimeout;
    const outcome = await run.renderer.refs.resolve(() => runTool(run, tool, call, milliseconds, keeper));
    printRefusal(run, outcome);
    return outcome;
  } catch (error) {
    if (error instanceof TemplateError) {
      return failed('template', `task '${task.name}': ${error.message}`, { code: error.code });
    }
    if (error instanceof SecretError) return secretFailed(task, error);
    return failed('exception', error instanceof Error ? error.message : String(error));
  }
}

/** Code may read `context['keychain']` without a template. */
const readsKeychain = ({ code, script }: PlainMapping): boolean =>
  [code, script].some(text => typeof text === 'string' && /\bkeychain\b/.test(text));

export const secretFailed = (task: Task, { kind, message, retryable }: SecretError): ToolOutcome =>
  failed(kind, `task '${task.name}': ${message}`, { retryable });

const SECRET_IN_RECORD =
  'what is handed to the playbook holds a secret, and it would be written to its log; ' +
  'declare the secret under `keychain:` of the playbook that uses it, and hand over its name at most';
