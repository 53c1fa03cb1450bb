import { mappingOf } from '../../common/plain-value.ts';
import type { ToolOutcome } from '../../ports/tool.ts';
import { ok } from '../outcome.ts';

/** Parks until then, without a worker; a time that has passed needs no wait. */
export function run(until: number, now: number): ToolOutcome {
  if (until > now) return { status: 'parked', waitsFor: { kind: 'time', until } };
  return ok(mappingOf([['until', new Date(until).toISOString()]]));
}
