import { EMPTY_MAPPING, type PlainMapping } from '../../common/plain-value.ts';
import { commandIdOf } from '../command.ts';
import type { Input } from '../decide/input.ts';
import { expectedAttempt } from '../decide/open-commands.ts';
import type { CommandEvent, Event, EventType, IterationsSettled, RunId } from '../event.ts';
import type { CommandState, State } from '../state.ts';

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

/**
 * Reports on the progress of a command. Retries, waits and lost workers are taken as they were: what an
 * attempt that was repeated had returned is not in the log, so it cannot be judged anew.
 */
export const isProgress = (event: Event): event is CommandEvent =>
  event.type === 'command.claimed' ||
  event.type === 'command.started' ||
  event.type === 'command.heartbeat' ||
  event.type === 'command.parked' ||
  event.type === 'action_retry' ||
  event.type === 'command.lease_expired';

/** What the engine was told in a turn, for an engine whose commands have ids of their own. */
export function inputsOf(arrived: readonly Event[], state: State): Input[] {
  const values = new Map(
    arrived.flatMap(event => (event.type === 'ctx.updated' ? [[event.gen, event.values] as const] : [])),
  );
  return arrived.flatMap(event => {
    switch (event.type) {
      case 'playbook.cancelled':
        return [{ kind: 'cancel', ...given('reason', event.reason) }];
      case 'playbook.paused':
        return [{ kind: 'pause', ...given('reason', event.reason) }];
      case 'playbook.resumed':
        return [{ kind: 'resume' }];
      case 'playbook.timed_out':
        return [{ kind: 'timeout' }];
      case 'signal.received':
        return [{ kind: 'signal', name: event.name, data: event.data }];
      case 'ctx.updated':
        return event.step === undefined ? [{ kind: 'set_ctx', values: event.values }] : [];
      case 'call.done':
        return reportOn(state, event, event.iteration, (commandId, attempt) => {
          const ctx = values.get(event.commandId) ?? EMPTY_MAPPING;
          const step = values.get(`${event.commandId}#step`);
          return {
            kind: 'done',
            commandId,
            attempt,
            outcome: { result: event.result, ctx, ...(step ? { step } : {}) },
          };
        });
      case 'command.failed':
        return reportOn(state, event, event.iteration, (commandId, attempt) => {
          return { kind: 'failed', commandId, attempt, error: event.error };
        });
      case 'command.cancelled':
        return reportOn(state, event, event.iteration, commandId => ({ kind: 'lease_lost', commandId }));
      case 'iteration_completed':
      case 'iteration_failed':
        return settlements(state, event, values);
      default:
        return [];
    }
  });
}

function settlements(
  state: State,
  event: IterationsSettled,
  values: ReadonlyMap<string, PlainMapping>,
): Input[] {
  return event.settled.flatMap(({ index, result, error, ctx }) =>
    reportOn(state, event, index, (commandId, attempt) => {
      if (error) return { kind: 'failed', commandId, attempt, error };
      const set = valuesOf(values, `:i${index}`, event.step) ?? ctx;
      const step = valuesOf(values, `:i${index}#step`, event.step);
      return {
        kind: 'done',
        commandId,
        attempt,
        outcome: { result, ctx: set, ...(step ? { step } : {}) },
      };
    }),
  );
}

/** A sequential loop's iteration says what it set in an event of its own, under the id of its command. */
function valuesOf(
  values: ReadonlyMap<string, PlainMapping>,
  suffix: string,
  step: string,
): PlainMapping | undefined {
  for (const [gen, set] of values) if (gen.endsWith(suffix) && gen.includes(`:${step}:`)) return set;
  return undefined;
}

/** Nothing if there is no such run now: then another decision has been made before. */
function reportOn(
  state: State,
  { step, run }: RunId,
  iteration: number | undefined,
  make: (commandId: string, attempt: number) => Input,
): Input[] {
  const active = state.steps.get(step)?.active;
  if (active?.run !== run) return [];
  const command: CommandState | undefined =
    active.kind === 'plain' ? active.command : active.open.get(iteration ?? -1);
  if (!command) return [];
  const id = commandIdOf(state.header?.executionId ?? '', step, active.enterId, iteration);
  return [make(id, expectedAttempt(command))];
}

const given = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: string });
