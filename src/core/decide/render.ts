import type { PlainMapping, PlainValue } from '../../common/plain-value.ts';
import { mappingOf } from '../../common/plain-value.ts';
import type { Assignment } from '../../playbook/model.ts';
import { TemplateError } from '../../template/index.ts';
import { type RenderContext, withVariables } from '../render-context.ts';
import type { Failure } from '../result.ts';
import { plainData } from '../view/plain-data.ts';
import { Names } from './context.ts';
import type { Turn } from './turn.ts';

/** Renders the templates in a value; what comes out is plain data, because it goes into the log. */
export function renderValue(turn: Turn, value: PlainValue, context: RenderContext): PlainValue {
  if (typeof value === 'string') return plainData(turn.program.template(value).evaluate(context, turn.host));
  if (Array.isArray(value)) return value.map(item => renderValue(turn, item, context));
  if (typeof value === 'object' && value !== null) {
    return mappingOf(
      Object.entries(value).map(([key, item]) => [
        turn.program.template(key).renderText(context, turn.host),
        renderValue(turn, item, context),
      ]),
    );
  }
  return value;
}

export function renderMapping(turn: Turn, mapping: PlainMapping, context: RenderContext): PlainMapping {
  return renderValue(turn, mapping, context) as PlainMapping;
}

/**
 * Renders a `set` in order; each value sees the ones before it. Gives the durable ones; those of `step.*` are
 * added to `locals`, which holds what the run has of them.
 */
export function renderSet(
  turn: Turn,
  assignments: readonly Assignment[],
  names: Names,
  locals: Record<string, PlainValue>,
): PlainMapping {
  const written: Readonly<Record<Assignment['scope'], Record<string, PlainValue>>> = {
    ctx: Object.create(null),
    step: locals,
    iter: Object.create(null),
  };
  const context = withVariables(names.context, written.ctx);
  const own = new Names(context).defineAll({ step: written.step, iter: written.iter });
  for (const { scope, name, value } of assignments) {
    const rendered = renderValue(turn, value, own.context);
    written[scope][name] = rendered;
    own.define(name, () => rendered);
  }
  return mappingOf(Object.entries(written.ctx));
}

/** T1: an expression that cannot be evaluated fails the step; it is never taken for false or for text. */
export function templateFailure(error: unknown, where: string): Failure {
  if (!(error instanceof TemplateError)) throw error;
  return { kind: 'template', message: `${where}: ${error.message}`, retryable: false, code: error.code };
}
