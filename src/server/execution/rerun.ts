import type { BodyOf } from '../../api/route.ts';
import type { Routes } from '../../api/routes/index.ts';
import { mappingOf } from '../../common/plain-value.ts';
import { openWork } from '../../core/decide/open-work.ts';
import { RerunProblem } from '../../core/rerun/plan-rerun.ts';
import type { RerunRequest } from '../../ports/engine-handle.ts';
import { startableEntry } from '../execute/load-playbook.ts';
import { notFound, unprocessable } from '../http-error.ts';
import type { ServerServices } from '../services.ts';
import { findExecution, requireProgram } from './find-execution.ts';

type RerunBody = NonNullable<BodyOf<Routes['executions.rerun']>>;

/** Runs an execution again as a new one. 422 if what is asked for cannot be done. */
export async function rerunExecution(services: ServerServices, id: string, body: RerunBody) {
  const summary = await findExecution(services, id);
  const replacement = body.latest ? await newest(services, summary.path) : undefined;
  if (!replacement) await requireProgram(services, summary);
  const executionId = await rerun(services, {
    executionId: summary.executionId,
    payload: mappingOf([...Object.entries(body.workload ?? {}), ...Object.entries(body.payload ?? {})]),
    ...(body.from === undefined ? {} : { from: body.from }),
    ...(body.only_failed ? { onlyFailed: true } : {}),
    ...(body.iterations === undefined ? {} : { iterations: body.iterations }),
    ...(body.skip === undefined ? {} : { skip: body.skip }),
    ...(replacement ? { replacement } : {}),
  });
  return {
    execution_id: executionId,
    status: 'started' as const,
    commands_generated: openWork(await services.engine.state(executionId)).length,
    rerun_of: summary.executionId,
  };
}

async function newest({ catalog }: ServerServices, path: string) {
  const entry = await catalog.find(path);
  if (entry) return startableEntry(entry);
  throw notFound(
    `the catalog has no playbook '${path}': leave \`latest\` away to run the version that ran before`,
  );
}

async function rerun({ engine }: ServerServices, request: RerunRequest): Promise<string> {
  try {
    return await engine.rerun(request);
  } catch (error) {
    if (error instanceof RerunProblem) throw unprocessable(error.message);
    throw error;
  }
}
