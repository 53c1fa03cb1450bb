import { mappingOf } from '../../common/plain-value.ts';
import type { Condition, Step } from '../../playbook/model.ts';
import { TemplateError } from '../../template/index.ts';
import type { Arrival, LoopStart } from '../event.ts';
import type { RenderContext } from '../render-context.ts';
import { type Failure, NO_RESULT } from '../result.ts';
import type { PendingToken } from '../state.ts';
import { entryNames } from './context.ts';
import { issueCommand } from './issue-command.ts';
import { loopStart } from './loop-source.ts';
import { templateFailure } from './render.ts';
import { exitRun } from './settle-runs.ts';
import type { Turn } from './turn.ts';

type Admitted = 'allow' | 'deny' | 'wait';

/** S1: arrivals are merged by the place of their source in the routing order, its run and the arc: never by speed. */
export function arrivalsOf(turn: Turn, tokens: readonly PendingToken[]): Arrival[] {
  const { graph } = turn.program;
  const place = ({ from }: PendingToken) =>
    from ? graph.positionInOrder[graph.indexOf.get(from.step) ?? 0]! : -1;
  return [...tokens]
    .sort((a, b) => place(a) - place(b) || (a.from?.run ?? 0) - (b.from?.run ?? 0) || a.arc - b.arc)
    .map(({ from, arc, args }) => ({ from, arc, args }));
}

const argsOf = (arrivals: readonly Arrival[]) =>
  mappingOf(arrivals.flatMap(({ args }) => Object.entries(args)));

/** S2: the first admission rule that matches decides; no match admits. */
function admissionOf(turn: Turn, { admit }: Step, context: RenderContext): Admitted {
  if (!admit) return 'allow';
  const holds = (condition: Condition) => turn.program.condition(condition).test(context, turn.host);
  const rule = admit.rules.find(({ when }) => !when || holds(when));
  const allowed = !rule || (typeof rule.allow === 'boolean' ? rule.allow : holds(rule.allow));
  return allowed ? 'allow' : admit.onDeny === 'wait' ? 'wait' : 'deny';
}

/** Whether admission keeps these tokens waiting. What it cannot decide it leaves to the run to report. */
export function mustWait(turn: Turn, name: string, tokens: readonly PendingToken[]): boolean {
  const step = turn.program.step(name);
  if (!step.admit) return false;
  const arrivals = arrivalsOf(turn, tokens);
  try {
    const { context } = entryNames(turn, step, argsOf(arrivals), arrivals);
    return admissionOf(turn, step, context) === 'wait';
  } catch (error) {
    if (error instanceof TemplateError) return false;
    throw error;
  }
}

/** Starts the next run of a step, or skips it: whoever is still denied now is not waited for. */
export function enterStep(turn: Turn, name: string, tokens: readonly PendingToken[]): void {
  const step = turn.program.step(name);
  const run = turn.state.step(name).runs + 1;
  const arrivals = arrivalsOf(turn, tokens);
  const { context } = entryNames(turn, step, argsOf(arrivals), arrivals);
  if (turn.state.header?.skip?.includes(name)) return skip(turn, name, run, arrivals, 'request');
  try {
    if (run > turn.limits.maxRuns) throw new RunCap(name, turn.limits.maxRuns);
    if (admissionOf(turn, step, context) !== 'allow') return skip(turn, name, run, arrivals, 'admission');
    if (step.when && !turn.program.condition(step.when).test(context, turn.host)) {
      return skip(turn, name, run, arrivals, 'guard');
    }
    begin(turn, step, run, arrivals, context);
  } catch (error) {
    failAtOnce(turn, step, run, arrivals, failureOf(error, name));
  }
}

class RunCap extends Error {
  constructor(step: string, limit: number) {
    super(`step '${step}' has run ${limit} times: a loop by arcs does not end`);
  }
}

function failureOf(error: unknown, name: string): Failure {
  if (error instanceof RunCap) return { kind: 'run_limit', message: error.message, retryable: false };
  return templateFailure(error, `entering step '${name}'`);
}

function skip(
  turn: Turn,
  step: string,
  run: number,
  arrivals: readonly Arrival[],
  reason: 'guard' | 'admission' | 'request',
): void {
  turn.emit({ type: 'step.skipped', step, why: { reason, run, arrivals } });
}

function begin(
  turn: Turn,
  step: Step,
  run: number,
  arrivals: readonly Arrival[],
  context: RenderContext,
): void {
  const { name } = step;
  if (step.kind === 'loop') {
    const loop = loopStart(turn, step, context);
    enter(turn, name, run, arrivals, loop);
    const mode = loop.maxInFlight === 1 ? 'sequential' : 'parallel';
    turn.emit({ type: 'iterator_started', step: name, run, total: loop.total, mode });
    return;
  }
  enter(turn, name, run, arrivals, undefined);
  if (step.tool.kind === 'router')
    return exitRun(turn, step, run, { status: 'COMPLETED', result: NO_RESULT });
  issueCommand(turn, step, context);
}

function enter(
  turn: Turn,
  step: string,
  run: number,
  arrivals: readonly Arrival[],
  loop: LoopStart | undefined,
): void {
  turn.emit({ type: 'step.enter', step, run, arrivals, loop });
}

/** T1: what cannot be evaluated at the start of a run fails that run. */
function failAtOnce(turn: Turn, step: Step, run: number, arrivals: readonly Arrival[], error: Failure): void {
  if (turn.state.step(step.name).active?.run !== run) enter(turn, step.name, run, arrivals, undefined);
  turn.emit({
    type: 'step.exit',
    step: step.name,
    run,
    outcome: { status: 'FAILED', error, result: NO_RESULT },
  });
}
