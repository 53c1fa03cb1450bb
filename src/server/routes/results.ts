import { failureView } from '../../core/view/failure-view.ts';
import { shownData, shownResult } from '../../core/view/shown-result.ts';
import { stepStatusIn } from '../../core/view/step-envelope.ts';
import { isOfStep, nameOfResult, type ResultChoice, removeResults } from '../../engine/remove-results.ts';
import type { ExpiringRef } from '../../ports/result-store.ts';
import { findExecution, findWithState } from '../execution/find-execution.ts';
import { loopResults } from '../execution/loop-results.ts';
import { uriOf } from '../execution/moments.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { Call, ChapterHandlers } from '../implement.ts';
import { readTtl } from '../read-ttl.ts';
import { sendBody } from '../send-body.ts';
import type { ServerServices } from '../services.ts';
import { toJson } from '../to-json.ts';

const REFERENCE = /^noetl:\/\/execution\/\d{1,19}\/[^\s]+$/;

export const resultsHandlers: ChapterHandlers<'results'> = {
  'results.put': async ({ services, params, body }) => {
    const { executionId } = await findExecution(services, params.execution_id);
    const { ref, expiresAt } = await keep(services, executionId, body);
    const { uri, bytes, sha256 } = ref;
    const expires_at = expiresAt === undefined ? null : new Date(expiresAt).toISOString();
    return { ref: uri, store: 'local', scope: 'execution', expires_at, bytes, sha256 };
  },
  'results.resolve': async ({ services, query: { ref, raw }, reply }) => {
    if (!REFERENCE.test(ref)) {
      throw new HttpError(400, 'ref must be a reference: noetl://execution/<id>/result/<name>/<hash>');
    }
    if (raw) {
      await sendBody(services, ref, reply);
      return undefined;
    }
    const value = await valueBehind(services, ref);
    // A text would be sent as it is, and null not at all: the answer is JSON in every case.
    void reply.type('application/json; charset=utf-8').send(toJson(value));
    return undefined;
  },
  'results.stats': async ({ services }) => {
    const { values, bytes, executions } = await services.retention.countResults();
    return { total_values: values, total_bytes: bytes, executions };
  },
  'results.delete': ({ services, params, query }) =>
    deleteResults(services, params.execution_id, {
      withDescendants: query.scope === 'workflow',
      step: undefined,
    }),
  'results.delete_step': ({ services, params: { execution_id: id, step } }) =>
    deleteResults(services, id, { withDescendants: false, step }),
  'results.loop': ({ services, query }) => loopResults(services, query),
  'results.list': async ({ services, params, query }) => {
    const { executionId } = await findExecution(services, params.execution_id);
    const { limit = 100, cursor, step_name: name } = query;
    const page = await services.results.list(executionId, {
      limit: limit + 1,
      ...(cursor === undefined ? {} : { after: cursor }),
    });
    const shown = page.slice(0, limit);
    const items = shown
      .map(({ uri, bytes, sha256 }) => ({ ref: uri, name: nameOfResult(uri), bytes, sha256 }))
      .filter(item => name === undefined || isOfStep(item.name, name));
    const next_cursor = page.length > limit ? (shown.at(-1)?.uri ?? null) : null;
    return { execution_id: executionId, items, count: items.length, next_cursor };
  },
  'results.get': async ({ services, params, query }) => {
    const { summary, state } = await findWithState(services, params.execution_id);
    const step = state.steps.get(params.step);
    if (!step) {
      throw notFound(
        `no step '${params.step.slice(0, 100)}' of execution ${summary.executionId} was reached`,
      );
    }
    const uri = uriOf(step.result);
    const isWanted = uri !== undefined && (query.resolve ?? true);
    const error = step.active ? undefined : step.last?.error;
    return {
      execution_id: summary.executionId,
      step: params.step,
      status: stepStatusIn(state, step),
      run: step.runs,
      ref: uri ?? null,
      data: isWanted
        ? shownData(await valueOfStep(services, params.step, uri))
        : (shownResult(step.result) ?? null),
      error: error ? failureView(error) : null,
    };
  },
};

async function keep(
  { results, clock }: ServerServices,
  executionId: string,
  { name, data = null, ttl }: Call<'results.put'>['body'],
): Promise<ExpiringRef> {
  const expiresAt = readTtl(ttl, clock.now());
  if (expiresAt !== undefined) return results.putUntil(executionId, name, data, expiresAt);
  return { ref: await results.put(executionId, name, data), expiresAt };
}

async function valueBehind({ follow }: ServerServices, uri: string) {
  const value = await follow(uri);
  if (value === undefined) {
    throw notFound(
      `there is no value behind ${uri.slice(0, 300)}, or not any more: it may have been deleted, or the time for which it was kept is over`,
    );
  }
  return value;
}

/** The log says that there was one. */
async function valueOfStep({ follow }: ServerServices, step: string, uri: string) {
  const value = await follow(uri);
  if (value !== undefined) return value;
  throw new HttpError(
    410,
    `the result of step '${step.slice(0, 100)}' was deleted; \`resolve=false\` shows what the log knows of it`,
  );
}

async function deleteResults(services: ServerServices, id: string, choice: ResultChoice) {
  const { executionId } = await findExecution(services, id);
  const outcome = await removeResults(services, executionId, choice);
  if (outcome.kind === 'refused') {
    throw new HttpError(409, `the values of execution ${executionId} are kept: ${outcome.why}`);
  }
  const { values } = outcome;
  const message = `${values} ${values === 1 ? 'value is' : 'values are'} gone; events, states and explanations stay`;
  return { status: 'ok' as const, execution_id: executionId, deleted: values, message };
}
