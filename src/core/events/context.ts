import type { PlainMapping } from '../../common/plain-value.ts';
import type { Head } from './head.ts';

export type ContextEvent = ContextUpdated;

/** Durable values, latest wins. */
export interface ContextUpdated extends Head {
  readonly type: 'ctx.updated';
  /** The step whose `set` this is; undefined: written through the API. */
  readonly step: string | undefined;
  /** Id of the completion that caused it: a completion's `set` happens once. */
  readonly gen: string;
  readonly values: PlainMapping;
  /** Of `step.*`: the run of the step that they live and end with. */
  readonly run?: number | undefined;
}
