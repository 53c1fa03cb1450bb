import { parseDuration } from '../common/duration.ts';
import type { Duration } from '../playbook/model.ts';
import { TemplateError } from '../template/index.ts';
import type { CommandRun } from './command-run.ts';
import { render } from './render-task.ts';

/** A duration that may be a template; `what` names it for the error. It must be positive. */
export async function millisecondsOf(run: CommandRun, written: Duration, what: string): Promise<number> {
  if (typeof written === 'number') return written;
  const value = await render(run.renderer, written.template);
  const milliseconds =
    typeof value === 'number' || typeof value === 'string' ? parseDuration(value) : undefined;
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds;
  throw new TemplateError('template_value', `${what} '${written.template}' must give a duration such as 30s`);
}
