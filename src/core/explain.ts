import type { StepIndex } from '../playbook/graph-types.ts';
import type { Playbook } from '../playbook/model.ts';
import { poolOf } from '../playbook/pool.ts';
import { type Blocked, blockedBy, liveSteps } from './decide/blocked.ts';
import { makeProgram, type Program } from './decide/program.ts';
import type { ArcEvaluation, Event, NextEvaluated, ParkedOn } from './event.ts';
import { fold, isTerminal } from './fold/fold.ts';
import { type ActiveRun, type CommandState, commandsIn, type State, type StepState } from './state.ts';
import { type ExecutionStatusWord, executionStatus } from './view/execution-view.ts';
import { isStopped } from './view/step-envelope.ts';

/** Why an execution is where it is, in words for people. `rule` is a number of rules.md. */
export interface Explanation {
  readonly status: ExecutionStatusWord;
  readonly waiting_for: readonly string[];
  readonly last_decision: LastDecision | undefined;
  readonly steps: readonly StepExplanation[];
}

export interface LastDecision {
  readonly step: string;
  readonly run: number;
  readonly rule: string;
  readonly arcs: readonly Pick<ArcEvaluation, 'target' | 'matched' | 'why'>[];
}

export interface StepExplanation {
  readonly step: string;
  readonly run: number;
  readonly state: string;
  readonly rule: string;
}

export function explain(playbook: Playbook, events: readonly Event[]): Explanation {
  const last = events.findLast((event): event is NextEvaluated => event.type === 'next.evaluated');
  return explainState(makeProgram(playbook), fold(events), last);
}

/** The same of a state that was folded already; `last` is the latest routing in its log. */
export function explainState(program: Program, state: State, last: NextEvaluated | undefined): Explanation {
  return {
    status: executionStatus(state),
    waiting_for: isTerminal(state) ? [] : waitingFor(program, state),
    last_decision: last && lastDecision(last),
    steps: program.playbook.workflow.map(({ name }) => explainStep(program, state, name)),
  };
}

function waitingFor(program: Program, state: State): string[] {
  const waiting = state.isPaused ? ['somebody to resume it: the execution is paused'] : [];
  if (state.isRestoring) waiting.push(`what it takes over from execution ${state.header?.rerunOf}`);
  if (state.isQueued) return [...waiting, waitForPlace(state)];
  for (const name of state.active) {
    const run = state.steps.get(name)?.active;
    if (run) waiting.push(...waitsOfRun(program, name, run));
  }
  for (const { step, run } of state.unrouted) {
    waiting.push(
      `the routing of ${step} (run ${run}), which has ended: nobody has advanced the execution since`,
    );
  }
  for (const name of state.tokens.keys()) waiting.push(waitsOfTarget(program, state, name));
  if (waiting.length === 0 && state.phase.kind === 'in_progress') {
    waiting.push('nothing: everything has ended and the execution can be closed by its next turn');
  }
  return waiting;
}

function waitForPlace({ header }: State): string {
  const { key = '', limit = 1 } = header?.concurrency ?? {};
  const others = limit === 1 ? 'one execution runs' : `${limit} executions run`;
  return `a place: at most ${others} at once with the concurrency key '${key}'`;
}

function waitsOfRun(program: Program, name: string, run: ActiveRun): string[] {
  const pool = poolOf(program.playbook, program.step(name));
  if (run.kind === 'plain') {
    return [
      run.command
        ? waitOfCommand(pool, `step ${name}`, run.command)
        : `the command of step ${name}, which was never issued`,
    ];
  }
  const open = commandsIn(run).map(([{ iteration, frame }, command]) =>
    waitOfCommand(
      pool,
      frame === undefined ? `iteration ${iteration} of step ${name}` : `claim ${frame} of step ${name}`,
      command,
    ),
  );
  if (open.length > 0) return open;
  const settled = run.success + run.failed;
  if (settled < run.total) {
    return [`${run.total - settled} of ${run.total} iterations of step ${name}, which were never issued`];
  }
  const next = program
    .step(name)
    .next.arcs.map(({ target }) => (target.kind === 'step' ? target.step : 'end'));
  const onwards = next.length > 0 ? `, and then ${next.join(', ')}` : '';
  return [
    `the completion of the loop ${name}: all ${run.total} iterations are settled, but its step.exit is missing${onwards}`,
  ];
}

function waitOfCommand(pool: string, what: string, command: CommandState): string {
  const { status, attempts, maxAttempts } = command;
  switch (status.kind) {
    case 'issued':
      return `a worker of the pool ${pool} to take ${what} (\`noetl worker --pool ${pool}\` is one)`;
    case 'claimed':
      return `${what}, which worker ${status.worker} has taken`;
    case 'started':
      return `${what}, which is running${status.worker === undefined ? '' : ` on ${status.worker}`} (attempt ${attempts} of ${maxAttempts})`;
    case 'retry':
      return `attempt ${attempts + 1} of ${maxAttempts} of ${what}, due at ${new Date(status.availableAt).toISOString()}`;
    case 'parked':
      return `${parkedOn(status.on)}, which ${what} waits for`;
    default:
      return `the end of ${what}, whose command is ${status.kind}: nobody has advanced the execution since`;
  }
}

function parkedOn(on: ParkedOn): string {
  const until =
    'deadline' in on && on.deadline !== undefined ? ` until ${new Date(on.deadline).toISOString()}` : '';
  switch (on.kind) {
    case 'child':
      return `the playbook ${on.path} (execution ${on.executionId})${until}`;
    case 'signal':
      return `the signal ${on.name}${until}`;
    case 'time':
      return `${new Date(on.until).toISOString()}`;
    case 'callback':
      return `a callback${until}`;
  }
}

function waitsOfTarget(program: Program, state: State, name: string): string {
  const { graph } = program;
  const blocked = blockedOn(program, state, name);
  if (!blocked) return `step ${name} to start`;
  const others = [...blocked.by].map(step => graph.names[step]).join(', ');
  return `step ${name}, which waits for ${blocked.rule === 'R0' ? 'its active run' : others} (${blocked.rule})`;
}

function blockedOn({ graph }: Program, state: State, name: string): Blocked | undefined {
  const target = graph.indexOf.get(name) as StepIndex;
  return blockedBy(graph, liveSteps(graph, state), target, state.tokens.get(name) ?? []);
}

function lastDecision(last: NextEvaluated): LastDecision {
  const rule = last.drained
    ? 'N2'
    : last.failure === 'tolerated'
      ? 'N3'
      : last.tokens.length === 0
        ? 'N4'
        : 'N5';
  const arcs = last.arcs.map(({ target, matched, why }) => ({ target, matched, why }));
  return { step: last.step, run: last.run, rule, arcs };
}

function explainStep(program: Program, state: State, name: string): StepExplanation {
  const step = state.steps.get(name);
  if (step && isStopped(state.phase, step))
    return { step: name, run: step.runs, state: 'cancelled', rule: 'F1' };
  if (step?.active)
    return {
      step: name,
      run: step.active.run,
      state: runState(step.active),
      rule: step.active.kind === 'loop' ? 'L6' : 'S4',
    };
  if (state.tokens.has(name) && isTerminal(state)) {
    // What had arrived is void: the execution ended before the step could start.
    const rule = state.phase.kind === 'cancelled' ? 'E2' : 'X2';
    return { step: name, run: step?.runs ?? 0, state: 'not started', rule };
  }
  if (state.tokens.has(name)) {
    const rule = blockedOn(program, state, name)?.rule ?? 'R1';
    return { step: name, run: (step?.runs ?? 0) + 1, state: 'waiting', rule };
  }
  return step ? settledStep(name, step) : { step: name, run: 0, state: 'pending', rule: 'S5' };
}

function settledStep(step: string, { last, runs, isUnreached }: StepState): StepExplanation {
  if (last) return { step, run: runs, state: last.outcome, rule: last.outcome === 'skipped' ? 'F4' : 'F5' };
  return { step, run: 0, state: isUnreached ? 'skipped' : 'pending', rule: isUnreached ? 'S3' : 'S5' };
}

function runState(run: ActiveRun): string {
  if (run.kind === 'loop') return `running: ${run.success + run.failed} of ${run.total} iterations settled`;
  return run.command?.status.kind ?? 'entered';
}
