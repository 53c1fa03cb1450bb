import type { Assignment as SetEntry } from '../playbook/model.ts';
import type { CommandRun } from './command-run.ts';
import { render } from './render-task.ts';

/** A task's or a rule's `set`, in order; each value sees the ones before it. */
export async function assign(run: CommandRun, entries: readonly SetEntry[]): Promise<void> {
  for (const { scope, name, value } of entries)
    run.names.assign(scope, name, await render(run.renderer, value));
}
