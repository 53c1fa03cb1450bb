import type { Guests } from '../control/guests.ts';
import type { Engine } from '../engine/engine.ts';
import type { Caller } from '../engine/playbook-tool.ts';

/** The engine as steps call playbooks with it. Executions that no step waits for (`async: true`) are noted. */
export function notingCaller(engine: Engine, detached: Pick<Guests, 'add'>): Caller {
  return {
    state: executionId => engine.state(executionId),
    calledBefore: (executionId, call) => engine.calledBefore(executionId, call),
    sourceOf: executionId => engine.sourceOf(executionId),
    adopt: (commandId, executionId) => engine.adopt(commandId, executionId),
    send: (executionId, ...inputs) => engine.send(executionId, ...inputs),
    startChild: async (request, commandId) => {
      const executionId = await engine.startChild(request, commandId);
      if (!request.parent) await detached.add(executionId);
      return executionId;
    },
  };
}
