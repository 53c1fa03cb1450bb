import { parseDuration } from '../../common/duration.ts';
import type { Count, Duration } from '../../playbook/model.ts';
import { TemplateError } from '../../template/index.ts';
import type { RenderContext } from '../render-context.ts';
import type { Turn } from './turn.ts';

/** A whole number that may be written as a template. */
export function countOf(turn: Turn, count: Count, context: RenderContext): number {
  if (typeof count === 'number') return count;
  const value = turn.program.template(count.template).evaluate(context, turn.host);
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number > 0) return number;
  throw new TemplateError('template_value', `'${count.template}' must give a positive whole number`);
}

/** Milliseconds that may be written as a template. */
export function durationOf(turn: Turn, duration: Duration, context: RenderContext): number {
  if (typeof duration === 'number') return duration;
  const value = turn.program.template(duration.template).evaluate(context, turn.host);
  const milliseconds = typeof value === 'number' ? value * 1000 : parseDuration(String(value));
  if (milliseconds !== undefined && milliseconds >= 0) return milliseconds;
  throw new TemplateError(
    'template_value',
    `'${duration.template}' must give a duration such as 500ms, 2s or 5m`,
  );
}
