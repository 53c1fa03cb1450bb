import {
  EMPTY_MAPPING,
  isMapping,
  mappingOf,
  type PlainMapping,
  type PlainValue,
} from '../common/plain-value.ts';
import type { Task } from '../playbook/model.ts';
import type { CommandRun } from './command-run.ts';

/** Where a pagination stands after a page. */
export interface PageProgress {
  /** Pages fetched so far. */
  readonly page: number;
  /** What the next call changes in the task's fields. */
  readonly overlay: PlainMapping;
}

/**
 * Makes pagination durable: after every page that is followed by another one, what the page added is stored
 * and the command reports how far it is. Whoever runs the command next, after a crash or a retry, goes on
 * at the same page. Pages are stored as a chain, each naming the one before it, so that a report stays
 * small however many pages there are.
 */
export class PageCheckpoint {
  readonly #run: CommandRun;
  readonly #task: Task;
  readonly #visit: number;
  /** The page stored last. */
  #last: string | null = null;

  constructor(run: CommandRun, task: Task) {
    this.#run = run;
    this.#task = task;
    this.#visit = run.visitOf(task.name);
  }

  /** Where an earlier delivery or attempt stopped, and what its pages added, in order. */
  async resume(): Promise<(PageProgress & { readonly added: readonly PlainValue[] }) | undefined> {
    const { checkpoint } = this.#run;
    if (!isMapping(checkpoint) || checkpoint.task !== this.#task.name || checkpoint.visit !== this.#visit) {
      return undefined;
    }
    const { page, overlay, pages } = checkpoint;
    const added = await this.#readChain(typeof pages === 'string' ? pages : null);
    if (typeof page !== 'number' || added === undefined) return undefined;
    this.#last = pages as string | null;
    return { page, overlay: isMapping(overlay) ? overlay : EMPTY_MAPPING, added };
  }

  /** `replaces`: what earlier pages added does not count any more. */
  async save({ page, overlay }: PageProgress, added: PlainValue, replaces: boolean): Promise<void> {
    const { redactor, command, services } = this.#run;
    // A secret in the next call must not be written down: then there is nothing to go on from.
    if (redactor.changes(overlay)) return;
    const value = mappingOf([
      ['before', replaces ? null : this.#last],
      ['data', redactor.value(added)],
    ]);
    const name = `${command.step}.${command.run}.${command.iteration?.index ?? ''}.page.${page}`;
    this.#last = (await services.results.put(command.executionId, name, value)).uri;
    this.#run.heartbeat(
      mappingOf([
        ['task', this.#task.name],
        ['visit', this.#visit],
        ['page', page],
        ['overlay', overlay],
        ['pages', this.#last],
      ]),
    );
  }

  /** Undefined if a page is gone: then everything is fetched again. */
  async #readChain(last: string | null): Promise<PlainValue[] | undefined> {
    const added: PlainValue[] = [];
    for (let uri = last; uri !== null; ) {
      const stored = await this.#run.services.results.get(uri);
      if (!isMapping(stored)) return undefined;
      added.push(stored.data ?? null);
      uri = typeof stored.before === 'string' ? stored.before : null;
    }
    return added.reverse();
  }
}
