import { type Environment, TemplateError } from '../../../template/index.ts';
import type { Positions } from '../../positions.ts';
import type { ProblemLog } from '../../problem-log.ts';
import type { TemplateSite, TextPlace } from './site.ts';

/** Compiles every text, and reports those that are no templates at the very character that is wrong. */
export function compileTexts(
  places: readonly TextPlace[],
  environment: Environment,
  positions: Positions,
  log: ProblemLog,
): readonly TemplateSite[] {
  return places.flatMap(place => {
    try {
      const template =
        place.form === 'condition'
          ? environment.compileCondition(place.source)
          : environment.compile(place.source);
      return [{ ...place, template }];
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const offset = offsetOf(error, place.source);
      const at = positions.offsetInText(place.container, place.key, offset) ?? 0;
      log.report('template_syntax', at, error.problem, error.hint);
      return [];
    }
  });
}

/** A template error tells line and column; the document wants an offset. */
function offsetOf({ line, column }: TemplateError, source: string): number {
  let start = 0;
  for (let i = 1; i < (line ?? 1); i++) start = source.indexOf('\n', start) + 1;
  return start + (column ?? 1) - 1;
}
