import type { Program } from '../../core/decide/program.ts';
import type { State } from '../../core/state.ts';
import { Programs } from '../../engine/programs.ts';
import type { ExecutionSummary } from '../../ports/event-store.ts';
import type { PlaybookStore } from '../../ports/playbook-store.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { ServerServices } from '../services.ts';

/** 404 if there is none by that id, also for what is no id at all. */
export async function findExecution({ events }: ServerServices, id: string): Promise<ExecutionSummary> {
  const summary = await events.summary(id);
  if (summary) return summary;
  throw notFound(`there is no execution '${id.slice(0, 100)}'; GET /api/executions lists what there is`);
}

export interface FoundExecution {
  readonly summary: ExecutionSummary;
  readonly state: State;
}

/** With its state as of the last turn: from memory, or from its last snapshot and what came after it. */
export async function findWithState(services: ServerServices, id: string): Promise<FoundExecution> {
  const summary = await findExecution(services, id);
  return { summary, state: await services.engine.state(summary.executionId) };
}

const programs = new WeakMap<PlaybookStore, Programs>();

function programsOf({ playbooks }: ServerServices): Programs {
  const known = programs.get(playbooks) ?? new Programs(playbooks);
  programs.set(playbooks, known);
  return known;
}

/** The playbook that an execution is pinned to; 409 if it is not kept, or cannot be read any more. */
export async function requireProgram(
  services: ServerServices,
  { executionId, hash }: ExecutionSummary,
): Promise<Program> {
  try {
    return await programsOf(services).find(hash);
  } catch (cause) {
    throw new HttpError(
      409,
      `the playbook of execution ${executionId} cannot be read here any more; its events and its state can be`,
      { cause },
    );
  }
}

/** How many steps the playbook has; undefined where it is gone: then those that were reached are all there is. */
export const stepCount = (
  services: ServerServices,
  { hash }: ExecutionSummary,
): Promise<number | undefined> =>
  programsOf(services)
    .find(hash)
    .then(
      ({ playbook }) => playbook.workflow.length,
      () => undefined,
    );
