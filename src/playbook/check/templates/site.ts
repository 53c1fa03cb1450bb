import type { Template } from '../../../template/index.ts';
import type { Step, Task } from '../../model.ts';

/**
 * When a template is evaluated, which decides what it can read. `server` ones are evaluated by the
 * server, the others on a worker.
 */
export type EvaluationPoint =
  | 'guard'
  | 'admission'
  | 'loop source'
  | 'step set'
  | 'arc condition'
  | 'arc set'
  | 'arc arguments'
  | 'concurrency key'
  | 'execution timeout'
  | 'workload'
  | 'step input'
  | 'loop item'
  | 'task config'
  | 'task input'
  | 'task set'
  | 'task policy'
  | 'retry'
  | 'pagination'
  | 'sink'
  | 'cache'
  | 'keychain'
  | 'test mock'
  | 'test condition';

const SERVER_POINTS: ReadonlySet<EvaluationPoint> = new Set<EvaluationPoint>([
  'guard',
  'admission',
  'loop source',
  'loop item',
  'step set',
  'arc condition',
  'arc set',
  'arc arguments',
  'concurrency key',
  'execution timeout',
]);

export const isOnServer = (point: EvaluationPoint): boolean => SERVER_POINTS.has(point);

/** Where a text that may be a template stands. */
export interface TextPlace {
  readonly container: object;
  readonly key: string | number;
  readonly source: string;
  readonly form: 'template' | 'condition';
  readonly point: EvaluationPoint;
  readonly step: Step | undefined;
  readonly task: Task | undefined;
}

/** A text that is a template, compiled. */
export interface TemplateSite extends TextPlace {
  readonly template: Template;
}
