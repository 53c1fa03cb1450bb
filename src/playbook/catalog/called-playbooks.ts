import type { Playbook, Task } from '../model.ts';
import { tasksOf } from '../model-walk.ts';
import { type CatalogReference, parseReference, resolveFrom } from './catalog-reference.ts';

/** A step that runs another playbook. */
export type PlaybookCall =
  | { readonly step: string; readonly kind: 'named'; readonly callee: CatalogReference }
  /** Which one is known when the step runs. */
  | { readonly step: string; readonly kind: 'template'; readonly template: string };

/** Every call of another playbook, in authored order. */
export function playbookCalls(playbook: Playbook): readonly PlaybookCall[] {
  return playbook.workflow.flatMap(step =>
    tasksOf(step)
      .flatMap(withSinks)
      .flatMap(task => callOf(step.name, task, playbook.metadata.path)),
  );
}

/** The paths it calls by name, each once. */
export const calledPaths = (playbook: Playbook): readonly string[] => [
  ...new Set(playbookCalls(playbook).flatMap(call => (call.kind === 'named' ? [call.callee.path] : []))),
];

function withSinks(task: Task): readonly Task[] {
  const sinks = [task.sink, task.paginate?.sink].filter(sink => sink !== undefined);
  return [task, ...sinks.flatMap(withSinks)];
}

function callOf(step: string, { kind, config }: Task, caller: string): readonly PlaybookCall[] {
  const path = config.path ?? config.catalog_path;
  if (kind !== 'playbook' || typeof path !== 'string') return [];
  if (path.includes('{{') || path.includes('{%')) return [{ step, kind: 'template', template: path }];
  const callee = resolveFrom(parseReference(path), caller);
  return callee ? [{ step, kind: 'named', callee }] : [];
}
