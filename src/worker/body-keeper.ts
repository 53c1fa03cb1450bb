import { isMapping, mappingOf, type PlainValue } from '../common/plain-value.ts';
import { STORED_MARK, unmarked } from '../core/stored-body.ts';
import type { Task } from '../playbook/model.ts';
import type { ToolIo, ToolOutcome } from '../ports/tool.ts';
import type { CommandRun } from './command-run.ts';
import { keepBody } from './keep-body.ts';

/** Stores bodies for one call of a tool, and vouches for the references to them in its answer. */
export class BodyKeeper {
  readonly #kept = new Set<PlainValue>();
  /** Undefined if the answer is read as a whole anyway: pages are collected, and what is cached is for everybody. */
  readonly keep: ToolIo['keep'];

  constructor(run: CommandRun, task: Pick<Task, 'name' | 'paginate' | 'cache'>) {
    if (task.paginate || task.cache) return;
    this.keep = async body => {
      const kept = await keepBody(run, task.name, body);
      this.#kept.add(kept.reference);
      return kept;
    };
  }

  /** The outcome with the mark that its body is stored, if it is; nobody else's mark counts. */
  vouched(outcome: ToolOutcome): ToolOutcome {
    if (outcome.status === 'parked' || outcome.data === undefined) return outcome;
    const data = unmarked(outcome.data);
    const isStored = isMapping(data) && this.#kept.has(data.data ?? null);
    if (isStored) return { ...outcome, data: mappingOf([...Object.entries(data), [STORED_MARK, true]]) };
    return data === outcome.data ? outcome : { ...outcome, data };
  }
}
