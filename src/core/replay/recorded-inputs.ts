import { EMPTY_MAPPING, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import { parseCommandId } from '../command.ts';
import type { Done, Input, Restoration } from '../decide/input.ts';
import { expectedAttempt, idAt } from '../decide/open-commands.ts';
import type { CommandEvent, Event, EventType, IterationsSettled, RunId, Unstamped } from '../event.ts';
import { type CommandPlace, commandAt, type State } from '../state.ts';

/** With the first of these a turn stops taking what arrived, and decides. */
const DECISIONS: ReadonlySet<EventType> = new Set<EventType>([
  'step.enter',
  'step.exit',
  'step.skipped',
  'next.evaluated',
  'command.issued',
  'iterator_started',
  'iterator_completed',
  'loop.done',
  'frame.started',
  'frame.committed',
  'frame.failed',
  'workflow_completed',
  'workflow_failed',
  'playbook.completed',
  'playbook.failed',
]);

/** What arrived from outside and began a turn. */
export const arrivedIn = (events: readonly Event[]): readonly Event[] => {
  const decided = events.findIndex(event => DECISIONS.has(event.type));
  return decided === -1 ? events : events.slice(0, decided);
};

/** What a rerun took over in a turn: everything up to the event that says that this is done. */
export function restoredIn(events: readonly Event[]): Restoration {
  const end = events.findIndex(({ type }) => type === 'workflow_initialized');
  const taken = (end === -1 ? events : events.slice(0, end)).filter(
    ({ type }) => type !== 'playbook_started' && type !== 'playbook.queued',
  );
  const unstamped = taken.map(({ id: _id, at: _at, ...event }) => event as Unstamped);
  return { kept: unstamped, more: end === -1 };
}

/**
 * Reports on the progress of a command. Retries, waits and lost workers are taken as they were: what an
 * attempt that was repeated had returned is not in the log, so it cannot be judged anew.
 */
export const isProgress = (event: Event): event is CommandEvent =>
  event.type === 'command.claimed' ||
  event.type === 'command.started' ||
  event.type === 'command.heartbeat' ||
  event.type === 'command.parked' ||
  event.type === 'callback.received' ||
  event.type === 'action_retry' ||
  event.type === 'command.lease_expired';

/** What the engine was told in a turn, for an engine whose commands have ids of their own. */
export function inputsOf(arrived: readonly Event[], state: State): Input[] {
  const values = new ValuesSet(arrived);
  return arrived.flatMap(event => {
    switch (event.type) {
      case 'playbook.admitted':
        return [{ kind: 'admit' }];
      case 'playbook.cancelled':
        return [{ kind: 'cancel', ...given('reason', event.reason) }];
      case 'playbook.paused':
        return [{ kind: 'pause', ...given('reason', event.reason) }];
      case 'playbook.resumed':
        return [{ kind: 'resume' }];
      case 'playbook.timed_out':
        return [{ kind: 'timeout', ...given('limit', textOf(event.error.details?.limit)) }];
      case 'signal.received':
        return [{ kind: 'signal', name: event.name, data: event.data }];
      case 'ctx.updated':
        return event.step === undefined ? [{ kind: 'set_ctx', values: event.values }] : [];
      case 'call.done':
        // Data that was told from outside ends nothing by itself.
        if (!arrived.some(each => each.type === 'command.completed' && each.commandId === event.commandId))
          return [];
        return reportOn(state, event, event, (commandId, attempt) => {
          const outcome = { result: event.result, ...values.of(event.step, undefined) };
          return { kind: 'done', commandId, attempt, outcome };
        });
      case 'command.failed':
        return reportOn(state, event, event, (commandId, attempt) => {
          return { kind: 'failed', commandId, attempt, error: event.error };
        });
      case 'command.cancelled':
        return reportOn(state, event, event, commandId => ({ kind: 'lease_lost', commandId }));
      case 'iteration_completed':
      case 'iteration_failed':
        return settlements(state, event, values);
      default:
        return [];
    }
  });
}

function settlements(state: State, event: IterationsSettled, values: ValuesSet): Input[] {
  return event.settled.flatMap(({ index, result, error, ctx }) =>
    reportOn(state, event, { iteration: index }, (commandId, attempt) => {
      if (error) return { kind: 'failed', commandId, attempt, error };
      const set = values.of(event.step, index);
      const outcome = { result, ...set, ctx: isEmpty(ctx) ? set.ctx : ctx };
      return { kind: 'done', commandId, attempt, outcome };
    }),
  );
}

const isEmpty = (values: PlainMapping): boolean => Object.keys(values).length === 0;

const OF_STEP = '#step';

/** What the tasks of commands set, which stands in events of its own under the ids of the commands. */
class ValuesSet {
  readonly #ctx = new Map<string, PlainMapping>();
  readonly #step = new Map<string, PlainMapping>();

  constructor(arrived: readonly Event[]) {
    for (const event of arrived) {
      if (event.type !== 'ctx.updated') continue;
      const isOfStep = event.gen.endsWith(OF_STEP);
      const command = parseCommandId(isOfStep ? event.gen.slice(0, -OF_STEP.length) : event.gen);
      if (!command) continue;
      const set = isOfStep ? this.#step : this.#ctx;
      set.set(keyOf(command.step, command.iteration), event.values);
    }
  }

  of(step: string, iteration: number | undefined): Pick<Done, 'ctx' | 'step'> {
    const key = keyOf(step, iteration);
    const local = this.#step.get(key);
    return { ctx: this.#ctx.get(key) ?? EMPTY_MAPPING, ...(local === undefined ? {} : { step: local }) };
  }
}

const keyOf = (step: string, iteration: number | undefined): string => `${step}:${iteration ?? ''}`;

/** Nothing if there is no such run now: then another decision has been made before. */
function reportOn(
  state: State,
  { step, run }: RunId,
  place: CommandPlace,
  make: (commandId: string, attempt: number) => Input,
): Input[] {
  const active = state.steps.get(step)?.active;
  if (active?.run !== run) return [];
  const command = commandAt(active, place);
  if (!command) return [];
  const id = idAt(state.header?.executionId ?? '', step, active, place);
  return [make(id, expectedAttempt(command))];
}

const textOf = (value: PlainValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const given = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: string });
