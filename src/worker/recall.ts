import { canonicalJson } from '../common/canonical-json.ts';
import { isMapping, mappingOf, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { sha256Hex } from '../common/sha256.ts';
import type { Cache, Task } from '../playbook/model.ts';
import type { OutcomeAbout, ToolOutcome } from '../ports/tool.ts';
import { TemplateError } from '../template/index.ts';
import type { CommandRun } from './command-run.ts';
import { millisecondsOf } from './milliseconds.ts';
import { failed } from './output.ts';
import { render } from './render-task.ts';
import type { Ticket } from './task-cache.ts';

/** What the cache says of a task: its outcome, or where to put the one that comes now. */
export interface Recalled {
  readonly outcome: ToolOutcome | undefined;
  readonly memory: {
    /** Remembers an outcome that was accepted. */
    keep(outcome: ToolOutcome): Promise<void>;
    /** Lets others who wait for it go on. */
    end(): void;
  };
}

export const NOT_REMEMBERED: Recalled = {
  outcome: undefined,
  memory: { keep: async () => {}, end: () => {} },
};

/**
 * Looks a task's outcome up under its key. A key belongs to one task of one playbook. A further attempt
 * does not look: it is made because what came before was not good enough.
 */
export async function recall(run: CommandRun, task: Task, cache: Cache, attempt: number): Promise<Recalled> {
  const key = await keyOf(run, task, cache);
  const ttl = cache.ttl === undefined ? undefined : await millisecondsOf(run, cache.ttl, 'cache.ttl');
  const isFurther = attempt > 1 || run.command.attempt > 1;
  try {
    const entered = await run.services.cache.enter(key, isFurther, run.signal);
    if (entered.kind === 'stopped')
      return { ...NOT_REMEMBERED, outcome: failed('cancelled', 'the command was cancelled') };
    if (entered.kind === 'miss')
      return { outcome: undefined, memory: memoryOf(run, task, entered.ticket, ttl) };
    const { value, keptAt } = entered.entry;
    const since = new Date(keptAt).toISOString();
    run.print('log', `cached: the outcome of task '${task.name}' is the one of ${since}`);
    return { ...NOT_REMEMBERED, outcome: outcomeOf(value) };
  } catch (error) {
    run.print('log', `warning: the cache of task '${task.name}' could not be read: ${messageOf(error)}`);
    return NOT_REMEMBERED;
  }
}

async function keyOf(run: CommandRun, task: Task, { key: { template } }: Cache): Promise<string> {
  const key = await render(run.renderer, template);
  if (key === null || key === '')
    throw new TemplateError(
      'template_value',
      `cache.key '${template}' gives nothing, so all calls would share one outcome; use a key that tells them apart`,
    );
  const { path } = run.renderer.program.playbook.metadata;
  return sha256Hex(canonicalJson([path, run.step.name, task.name, key]));
}

function memoryOf(run: CommandRun, task: Task, ticket: Ticket, ttl: number | undefined): Recalled['memory'] {
  return {
    end: () => ticket.end(),
    keep: async outcome => {
      const why = reasonNotToKeep(run, outcome);
      if (why !== undefined) {
        run.print('log', `warning: the outcome of task '${task.name}' was not cached: ${why}`);
        return;
      }
      try {
        await ticket.keep(keptOf(outcome as Ok), ttl);
      } catch (error) {
        run.print('log', `warning: the outcome of task '${task.name}' was not cached: ${messageOf(error)}`);
      }
    },
  };
}

type Ok = Extract<ToolOutcome, { status: 'ok' }>;

/** A secret must not be written down, and a masked one would be of no use to those who find it. */
function reasonNotToKeep(run: CommandRun, outcome: ToolOutcome): string | undefined {
  if (outcome.status !== 'ok') return 'it has no data yet';
  return run.redactor.changes(keptOf(outcome)) ? 'it holds a secret' : undefined;
}

const keptOf = ({ data, about }: Ok): PlainMapping =>
  mappingOf([
    ['data', data],
    ...(about?.http
      ? [
          [
            'http',
            mappingOf([
              ['status', about.http.status],
              ['headers', about.http.headers],
            ]),
          ] as const,
        ]
      : []),
    ...(about?.meta ? [['meta', about.meta] as const] : []),
  ]);

function outcomeOf(value: PlainValue): Ok {
  const { data = null, http, meta } = isMapping(value) ? value : mappingOf([]);
  const about: OutcomeAbout = {
    meta: mappingOf([...Object.entries(isMapping(meta) ? meta : {}), ['cached', true]]),
    ...(isMapping(http)
      ? { http: { status: Number(http.status), headers: http.headers as PlainMapping } }
      : {}),
  };
  return { status: 'ok', data, about };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
