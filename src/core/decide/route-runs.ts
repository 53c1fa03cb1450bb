import { EMPTY_MAPPING, type PlainMapping } from '../../common/plain-value.ts';
import type { Arc, Step } from '../../playbook/model.ts';
import type { FailureRouting, NextEvaluated, Token, Unstamped } from '../event.ts';
import type { SettledRun } from '../state.ts';
import { boundaryOf } from './boundary.ts';
import { type Choice, chooseArcs } from './choose-arcs.ts';
import { errorOrNull, type Names, outcomeNames } from './context.ts';
import { renderMapping, renderSet, templateFailure } from './render.ts';
import type { Turn } from './turn.ts';

/** N1: the arcs of a run are evaluated once, when it ends, in the order in which runs end. */
export function routeRuns(turn: Turn): boolean {
  const [next] = turn.state.unrouted;
  if (!next) return false;
  const { last } = turn.state.step(next.step);
  if (last?.run === next.run) route(turn, turn.program.step(next.step), last);
  // Of a run that another one has replaced nothing is known any more: it leads nowhere.
  else
    turn.emit({
      type: 'next.evaluated',
      ...next,
      mode: 'exclusive',
      arcs: [],
      tokens: [],
      failure: 'none',
      error: undefined,
      drained: true,
    });
  return true;
}

function route(turn: Turn, step: Step, run: SettledRun): void {
  const base = { type: 'next.evaluated', step: step.name, run: run.run, mode: step.next.mode } as const;
  const failed = run.outcome === 'failed';
  // N2: while the execution is failing nothing is followed, and that is recorded.
  if (turn.state.fatal.length > 0) {
    const failure: FailureRouting = failed ? 'fatal' : 'none';
    turn.emit({ ...base, arcs: [], tokens: [], failure, error: run.error, drained: true });
    return;
  }
  turn.emit({ ...base, ...evaluate(turn, step, run), drained: false });
}

type Evaluation = Pick<Unstamped<NextEvaluated>, 'arcs' | 'tokens' | 'failure' | 'error'>;

function evaluate(turn: Turn, step: Step, run: SettledRun): Evaluation {
  // N7: no arc may go on with a loop that has to be stopped.
  if (run.run > turn.limits.maxRuns) return { arcs: [], tokens: [], failure: 'fatal', error: run.error };
  const isFinal = step.name === turn.program.playbook.executor.finalStep;
  const failed = run.outcome === 'failed';
  try {
    const own = isFinal ? NOTHING : choose(turn, step, run, failed);
    // N3: a tolerated failure without a failure arc routes as if the step were done.
    const tolerated = failed && own.selected.length === 0 && step.onError === 'continue';
    const choice = tolerated && !isFinal ? choose(turn, step, run, false) : own;
    const tokens = tokensOf(
      turn,
      step,
      choice,
      namesOf(turn, step, run, tolerated ? false : failed),
      run.locals,
    );
    if (!failed) return { ...unmatched(step, choice, isFinal), arcs: choice.evaluations, tokens };
    const failure = own.selected.length > 0 ? 'handled' : tolerated ? 'tolerated' : 'fatal';
    return { arcs: choice.evaluations, tokens, failure, error: run.error };
  } catch (error) {
    return {
      arcs: [],
      tokens: [],
      failure: 'fatal',
      error: templateFailure(error, `routing of step '${step.name}'`),
    };
  }
}

const NOTHING: Choice = { selected: [], evaluations: [], usesImplicitEnd: false };

/** N4: a step that has arcs of which none matched ends its branch, or fails the execution if it says so. */
function unmatched(
  step: Step,
  { selected }: Choice,
  isFinal: boolean,
): Pick<Evaluation, 'failure' | 'error'> {
  const isError =
    !isFinal && selected.length === 0 && step.next.arcs.length > 0 && step.next.onNoMatch === 'error';
  if (!isError) return { failure: 'none', error: undefined };
  const message = `no arc of step '${step.name}' matched, and its routing says that one must`;
  return { failure: 'fatal', error: { kind: 'no_match', message, retryable: false } };
}

function choose(turn: Turn, step: Step, run: SettledRun, asFailure: boolean): Choice {
  const context = (arc: Arc) => namesOf(turn, step, run, asFailure, arc).context;
  const leaf = step.next.arcs.length === 0;
  const implicitEnd = leaf && turn.program.implicitEnd(step.name);
  return chooseArcs(step.next, asFailure, implicitEnd, arc => {
    if (arc.fires.kind !== 'when') return true;
    return turn.program.condition(arc.fires.when).test(context(arc), turn.host);
  });
}

function namesOf(turn: Turn, step: Step, run: SettledRun, asFailure: boolean, arc?: Arc): Names {
  const { result } = turn.state.step(step.name);
  const error = asFailure ? run.error : undefined;
  const { stats, errors, locals = EMPTY_MAPPING } = run;
  const loop = stats && { stats, errors };
  const names = outcomeNames(turn, { result, error, loop }).defineAll({ step: locals });
  names.define('event', () => ({
    name: boundaryOf(step, run, asFailure, arc),
    step: step.name,
    status: run.outcome.toUpperCase(),
    payload: errorOrNull(error),
  }));
  return stats ? names.defineAll({ loop: { length: stats.total, done: true, stats } }) : names;
}

/** Arc `set` happens before its target is scheduled and is durable; `args` travel with the token. */
function tokensOf(turn: Turn, step: Step, choice: Choice, names: Names, locals?: PlainMapping): Token[] {
  const { graph } = turn.program;
  const from = graph.indexOf.get(step.name);
  const tokens: Token[] = [];
  const seen = new Set<string>();
  for (const [index, arc] of choice.selected) {
    if (arc.set.length > 0) {
      const values = renderSet(turn, arc.set, names, Object.assign(Object.create(null), locals));
      turn.emit({ type: 'ctx.updated', step: step.name, gen: `${step.name}#arc${index}`, values });
    }
    if (arc.target.kind === 'exit' || seen.has(arc.target.step)) continue;
    seen.add(arc.target.step);
    const args = renderMapping(turn, arc.args, names.context);
    tokens.push({ target: arc.target.step, arc: index, args, back: isBack(turn, from, arc.target.step) });
  }
  if (choice.usesImplicitEnd)
    tokens.push({ target: 'end', arc: -1, args: EMPTY_MAPPING, back: isBack(turn, from, 'end') });
  return tokens;
}

function isBack(turn: Turn, from: number | undefined, target: string): boolean {
  const { graph } = turn.program;
  const to = graph.indexOf.get(target);
  return from !== undefined && (graph.outgoing[from] ?? []).some(arc => arc.to === to && arc.back);
}
