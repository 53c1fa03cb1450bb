import { assertNever } from '../../common/assert-never.ts';
import { mappingOf } from '../../common/plain-value.ts';
import type {
  Arrival,
  NextEvaluated,
  RunId,
  StepEntered,
  StepEvent,
  StepExited,
  StepSkipped,
} from '../event.ts';
import { NO_RESULT } from '../result.ts';
import type { ActiveRun, PendingToken } from '../state.ts';
import type { Draft } from './draft.ts';
import { statsOf } from './loop.ts';

export function foldStep(draft: Draft, event: StepEvent): void {
  switch (event.type) {
    case 'step.enter':
      return enter(draft, event);
    case 'step.skipped':
      return skip(draft, event);
    case 'step.exit':
      return exit(draft, event);
    case 'next.evaluated':
      return route(draft, event);
    default:
      return assertNever(event, 'step event');
  }
}

/** F3: entering consumes the arrivals and opens the next run. */
function enter(draft: Draft, event: StepEntered): void {
  const { step, run, arrivals, loop } = event;
  consume(draft, step, arrivals);
  markFinalStep(draft, arrivals);
  const base = {
    run,
    enterId: event.id,
    enteredAt: event.at,
    args: mappingOf(arrivals.flatMap(arrival => Object.entries(arrival.args))),
    arrivals: arrivals.map(({ from, args }) => ({ from, args })),
  };
  const active: ActiveRun = loop
    ? {
        ...base,
        kind: 'loop',
        total: loop.total,
        maxInFlight: loop.maxInFlight,
        items: loop.items,
        issued: 0,
        watermark: 0,
        settledAbove: [],
        open: new Map(),
        success: 0,
        failed: 0,
        errors: [],
        results: new Map(),
        ctx: new Map(),
        ...(loop.cursor ? { cursor: { ...loop.cursor, ...NOTHING_CLAIMED, open: new Map() } } : {}),
      }
    : { ...base, kind: 'plain', command: undefined };
  draft.changeStep(step, { runs: run, active, isUnreached: false });
}

const NOTHING_CLAIMED = { claims: 0, frames: [], isDrained: false, failure: undefined };

function consume(draft: Draft, step: string, arrivals: readonly Arrival[]): void {
  const waiting = draft.tokens.get(step);
  if (!waiting) return;
  const left = waiting.filter(token => !arrivals.some(arrival => isSame(arrival, token)));
  if (left.length === 0) draft.tokens.delete(step);
  else draft.tokens.set(step, left);
}

/** Only the final step starts without an arrival: nothing leads to it. */
function markFinalStep(draft: Draft, arrivals: readonly Arrival[]): void {
  if (arrivals.length === 0) draft.finalStepEntered = true;
}

const isSame = (a: Arrival, b: PendingToken) =>
  a.arc === b.arc && a.from?.step === b.from?.step && a.from?.run === b.from?.run;

/** F4: a guard's skip is a run that routes on; an unreached step is marked and nothing follows. */
function skip(draft: Draft, event: StepSkipped): void {
  const { step, why } = event;
  if (why.reason === 'unreached') {
    draft.changeStep(step, { isUnreached: true });
    return;
  }
  consume(draft, step, why.arrivals);
  markFinalStep(draft, why.arrivals);
  draft.changeStep(step, { runs: why.run });
  const settled = {
    run: why.run,
    outcome: 'skipped' as const,
    error: undefined,
    stats: undefined,
    errors: [],
    attempts: 0,
    enteredAt: event.at,
    settledAt: event.at,
    exitId: event.id,
  };
  draft.settle(step, settled, NO_RESULT);
}

/** F5: only the active run can end, and it ends once. */
function exit(draft: Draft, event: StepExited): void {
  const active = draft.activeRun(event);
  if (!active) return;
  const { outcome, call } = event;
  const settled = {
    run: event.run,
    ...(call ? { call } : {}),
    ...(active.locals ? { locals: active.locals } : {}),
    outcome: outcome.status === 'COMPLETED' ? ('completed' as const) : ('failed' as const),
    error: outcome.status === 'FAILED' ? outcome.error : undefined,
    stats: active.kind === 'loop' ? statsOf(active) : undefined,
    errors: active.kind === 'loop' ? active.errors : [],
    attempts: active.kind === 'plain' ? (active.command?.attempts ?? 0) : 0,
    enteredAt: active.enteredAt,
    settledAt: event.at,
    exitId: event.id,
  };
  draft.settle(event.step, settled, outcome.result);
}

/** F6: routing happens once per run; its tokens wait at their targets. */
function route(draft: Draft, event: NextEvaluated): void {
  draft.unrouted = draft.unrouted.filter(run => !isRun(run, event));
  const { last } = draft.step(event.step);
  if (last?.run === event.run) draft.changeStep(event.step, { last: { ...last, isRouted: true } });
  countTaken(draft, event);
  if (event.failure === 'fatal' && event.error) {
    draft.fatal = [...draft.fatal, { step: event.step, error: event.error }];
  }
  for (const { target, arc, args, back } of event.tokens) {
    const token: PendingToken = { from: { step: event.step, run: event.run }, arc, args, back };
    draft.tokens.set(target, [...(draft.tokens.get(target) ?? []), token]);
  }
}

/** F6: every arc that is taken is counted; what drains takes none. */
function countTaken(draft: Draft, { step, arcs, tokens, drained }: NextEvaluated): void {
  if (drained) return;
  const matched = arcs.filter(arc => arc.matched).map(({ arc }) => arc);
  const implicit = tokens.filter(({ arc }) => arc === -1).map(({ arc }) => arc);
  if (matched.length + implicit.length === 0) return;
  const taken = new Map(draft.step(step).taken);
  for (const arc of [...matched, ...implicit]) taken.set(arc, (taken.get(arc) ?? 0) + 1);
  draft.changeStep(step, { taken });
}

const isRun = (a: RunId, b: RunId) => a.step === b.step && a.run === b.run;
