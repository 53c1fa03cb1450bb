import { isMapping, mappingOf, type PlainValue } from '../common/plain-value.ts';
import type { ParkedOn } from '../core/event.ts';
import type { Task } from '../playbook/model.ts';
import type { ToolOutcome } from '../ports/tool.ts';
import type { CommandRun } from './command-run.ts';
import { millisecondsOf } from './milliseconds.ts';
import { failed } from './output.ts';

/**
 * Has `{{ callback.url }}` ready for a task that is to be called back, before anything of it is rendered. What is
 * wrong with the wait is found here, not when the task has done its work. The token is a secret like others.
 */
export async function prepareCallback(run: CommandRun, task: Task): Promise<ToolOutcome | undefined> {
  if (!task.callback) return undefined;
  const { callbacks } = run.services;
  const base = callbacks?.baseUrl();
  if (!callbacks || base === undefined) return failed('configuration', NO_SERVER);
  const token = run.redactor.learn(callbacks.tokens.tokenOf(run.command.commandId));
  run.names.set('callback', mappingOf([['url', `${base.replace(/\/+$/, '')}/api/callbacks/${token}`]]));
  run.callbackTime = await millisecondsOf(run, task.callback.timeout, 'the timeout of the callback');
  return undefined;
}

const NO_SERVER =
  'the task waits for a callback, and no server is running that could take it. Start one with `noetl server`: ' +
  '`noetl run` in the same directory then runs the playbook there';

/** What the command waits for now that this task has ended well; undefined: nothing. */
export function waitAfter(run: CommandRun, task: Task, data: PlainValue): ParkedOn | undefined {
  const { services, callbackTime = 0 } = run;
  if (task.callback) {
    if (!services.callbacks?.isAwaited) return undefined;
    return { kind: 'callback', deadline: services.clock.now() + callbackTime };
  }
  const isPending = isMapping(data) && data.pending_callback === true;
  return isPending ? { kind: 'callback', deadline: undefined } : undefined;
}
