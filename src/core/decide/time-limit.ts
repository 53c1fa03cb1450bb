import { parseDuration } from '../../common/duration.ts';
import type { PlainMapping } from '../../common/plain-value.ts';
import { TemplateError } from '../../template/index.ts';
import type { Failure } from '../result.ts';
import type { Program } from './program.ts';
import { templateFailure } from './render.ts';

const WHERE = 'executor.spec.timeout';

/** E4: the milliseconds that an execution may take; undefined: as long as it needs. */
export function timeLimitOf(
  program: Program,
  workload: PlainMapping,
): { readonly limit: number | undefined } | { readonly failure: Failure } {
  const { timeout } = program.playbook.executor;
  if (timeout === undefined || typeof timeout === 'number') return { limit: timeout };
  try {
    const value = program.template(timeout.template).evaluate({ ...workload, workload });
    const limit = typeof value === 'number' || typeof value === 'string' ? parseDuration(value) : undefined;
    if (limit !== undefined && limit > 0) return { limit };
    throw new TemplateError('template_value', `'${timeout.template}' must give a duration such as 30s`);
  } catch (error) {
    return { failure: templateFailure(error, WHERE) };
  }
}
