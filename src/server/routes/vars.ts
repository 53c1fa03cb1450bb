import type { BodyOf } from '../../api/route.ts';
import type { Routes } from '../../api/routes/index.ts';
import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { isTerminal } from '../../core/fold/fold.ts';
import { executionStatus } from '../../core/view/execution-view.ts';
import { type VariableOrigin, variableOrigins } from '../../engine/read/variable-origins.ts';
import { findWithState } from '../execution/find-execution.ts';
import { hasEnded } from '../execution/steer.ts';
import { notFound, unprocessable } from '../http-error.ts';
import type { ChapterHandlers } from '../implement.ts';
import type { ServerServices } from '../services.ts';

export const varsHandlers: ChapterHandlers<'vars'> = {
  'vars.list': async ({ services, params }) => {
    const { executionId, values } = await readVariables(services, params.execution_id);
    const origins = await variableOrigins(services.events, executionId, values.keys());
    const variables = [...values].map(
      ([name, value]) => [name, variableBody(value, origins.get(name))] as const,
    );
    return {
      execution_id: executionId,
      variables: Object.fromEntries(variables),
      count: values.size,
    };
  },
  'vars.get': async ({ services, params: { execution_id, name } }) => {
    const { executionId, values } = await readVariables(services, execution_id);
    const value = values.get(name);
    if (value === undefined) throw noVariable(executionId, name);
    const origins = await variableOrigins(services.events, executionId, [name]);
    return { execution_id: executionId, var_name: name, ...variableBody(value, origins.get(name)) };
  },
  'vars.set': async ({ services, params, body }) => {
    const values = valuesOf(body);
    const names = Object.keys(values);
    if (names.length === 0) throw unprocessable('`variables` is empty: name at least one');
    const executionId = await write(services, params.execution_id, values);
    return { execution_id: executionId, variables_set: names.length, var_names: names };
  },
  'vars.clear': async ({ services, params }) => {
    const { executionId, values } = await readVariables(services, params.execution_id);
    return remove(services, executionId, [...values.keys()]);
  },
  'vars.delete': async ({ services, params: { execution_id, name } }) => {
    const { executionId, values } = await readVariables(services, execution_id);
    if (!values.has(name)) throw noVariable(executionId, name);
    return remove(services, executionId, [name]);
  },
};

/** Null is to have none: a log can say that a variable is nothing any more, not that it never was. */
async function readVariables(services: ServerServices, id: string) {
  const { summary, state } = await findWithState(services, id);
  const values = new Map(Object.entries(state.ctx).filter(([, value]) => value !== null));
  return { executionId: summary.executionId, values };
}

async function write(services: ServerServices, id: string, values: PlainMapping): Promise<string> {
  const { summary, state } = await findWithState(services, id);
  if (isTerminal(state)) throw hasEnded(summary.executionId, executionStatus(state));
  await services.engine.send(summary.executionId, { kind: 'set_ctx', values });
  return summary.executionId;
}

async function remove(services: ServerServices, executionId: string, names: readonly string[]) {
  const nothing = mappingOf(names.map(name => [name, null]));
  if (names.length > 0) await write(services, executionId, nothing);
  return { execution_id: executionId, deleted: names.length, var_names: [...names] };
}

function valuesOf({ variables }: BodyOf<Routes['vars.set']>): PlainMapping {
  if (!Array.isArray(variables)) return variables as PlainMapping;
  return mappingOf(variables.map(({ var_name, var_value }) => [var_name, var_value ?? null]));
}

const noVariable = (executionId: string, name: string) =>
  notFound(`execution ${executionId} has no variable '${name.slice(0, 100)}'`);

const variableBody = (value: PlainValue, origin: VariableOrigin | undefined) => ({
  value,
  type: origin?.step === undefined ? ('user_defined' as const) : ('computed' as const),
  source_step: origin?.step ?? null,
  created_at: origin ? new Date(origin.at).toISOString() : null,
});
