import type { Sketch } from './sketch.ts';
import { modelOf, type StaticModel } from './static-model.ts';

/** Answers that do not depend on when they are asked. */
export interface Oracle {
  condition(step: string, run: number, target: string): boolean;
  outcome(step: string, run: number): 'ok' | 'fail';
}

export interface ModelRun {
  readonly step: number;
  readonly run: number;
  state: 'active' | 'completed' | 'failed';
  routed: boolean;
  handled: boolean;
  readonly fedBy: readonly string[];
}

interface ModelToken {
  readonly target: number;
  readonly from: string;
  readonly back: boolean;
}

/**
 * The dynamic part of routing, rule by rule as the specification says it: the reference that the
 * decisions of the program are compared with.
 */
export class DynamicModel {
  readonly runs: ModelRun[] = [];
  readonly unreached = new Set<number>();
  status: 'running' | 'completed' | 'failed' = 'running';
  readonly #sketch: Sketch;
  readonly #oracle: Oracle;
  readonly #static: StaticModel;
  readonly #order: readonly number[];
  #tokens: ModelToken[];
  #finalEntered = false;

  constructor(sketch: Sketch, oracle: Oracle, order: readonly number[]) {
    this.#sketch = sketch;
    this.#oracle = oracle;
    this.#static = modelOf(sketch);
    this.#order = order;
    this.#tokens = [{ target: this.#static.entry, from: 'start', back: false }];
    this.pass();
  }

  active(): ModelRun[] {
    return this.runs.filter(run => run.state === 'active');
  }

  settle(run: ModelRun): void {
    run.state = this.#oracle.outcome(this.#name(run.step), run.run) === 'fail' ? 'failed' : 'completed';
    this.#settledOrder.push(run);
  }

  readonly #settledOrder: ModelRun[] = [];

  #name(step: number): string {
    return this.#sketch.steps[step]!.name;
  }

  #failing(): boolean {
    return this.runs.some(
      run =>
        run.state === 'failed' &&
        run.routed &&
        !run.handled &&
        this.#sketch.steps[run.step]!.onError !== 'continue',
    );
  }

  pass(): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const run of this.#settledOrder.filter(settled => !settled.routed)) {
        this.#route(run);
        changed = true;
      }
      if (this.#failing()) continue;
      for (const target of this.#order) {
        const waiting = this.#tokens.filter(token => token.target === target);
        if (waiting.length === 0 || this.#isBlocked(target, waiting)) continue;
        this.#enter(target, this.#runsPerArrival(target) ? waiting.slice(0, 1) : waiting);
        changed = true;
      }
      if (!changed && this.#tokens.length > 0 && this.active().length === 0) {
        const target = this.#order.find(step => this.#tokens.some(token => token.target === step))!;
        this.#enter(
          target,
          this.#tokens.filter(token => token.target === target),
        );
        changed = true;
      }
    }
    this.#skip();
    this.#finish();
  }

  #enter(target: number, taken: readonly ModelToken[]): void {
    this.#tokens = this.#tokens.filter(token => !taken.includes(token));
    const run = this.runs.filter(other => other.step === target).length + 1;
    this.runs.push({
      step: target,
      run,
      state: 'active',
      routed: false,
      handled: false,
      fedBy: taken.map(token => token.from).sort(),
    });
  }

  #route(run: ModelRun): void {
    run.routed = true;
    const step = this.#sketch.steps[run.step]!;
    if (this.#failingBefore(run) || run.step === this.#static.finalStep) return;
    const failed = run.state === 'failed';
    let targets = this.#pick(run, failed);
    run.handled = failed && targets.length > 0;
    if (failed && !run.handled && step.onError === 'continue') targets = this.#pick(run, false);
    for (const target of new Set(targets)) {
      const back = this.#static.back.has(`${run.step}>${target}`);
      this.#tokens.push({ target, from: `${step.name}#${run.run}`, back });
    }
  }

  /** Whether another run had failed the execution before this one is routed. */
  #failingBefore(run: ModelRun): boolean {
    return this.runs.some(
      other =>
        other !== run &&
        other.state === 'failed' &&
        other.routed &&
        !other.handled &&
        this.#sketch.steps[other.step]!.onError !== 'continue',
    );
  }

  #pick(run: ModelRun, asFailure: boolean): number[] {
    const step = this.#sketch.steps[run.step]!;
    const picked: number[] = [];
    if (this.#static.implicit.has(run.step)) return asFailure ? [] : [this.#static.end!];
    for (const arc of step.arcs) {
      if (asFailure ? arc.on === 'success' : arc.on === 'failure') continue;
      if (arc.when && !this.#oracle.condition(step.name, run.run, arc.to)) continue;
      picked.push(this.#sketch.steps.findIndex(other => other.name === arc.to));
      if (step.mode === 'exclusive') break;
    }
    return picked;
  }

  #runsPerArrival(target: number): boolean {
    return this.#static.sources[target] === 1 && target !== this.#static.end;
  }

  #isBlocked(target: number, waiting: readonly ModelToken[]): boolean {
    const { waitsFor, heads, bodies, turnWaitsFor } = this.#static;
    const active = new Set(this.active().map(run => run.step));
    const forward = new Set(this.#tokens.filter(token => !token.back).map(token => token.target));
    const back = new Set(this.#tokens.filter(token => token.back).map(token => token.target));
    if (active.has(target)) return true;
    if (this.#runsPerArrival(target)) return false;
    for (const step of waitsFor[target]!) {
      if (active.has(step) || forward.has(step)) return true;
      if (back.has(step) && !heads[target]!.has(step)) return true;
    }
    const body = bodies.get(target);
    if (!body) return false;
    const onlyBack = waiting.every(token => token.back);
    for (const step of onlyBack ? turnWaitsFor.get(target)! : body) {
      if (step === target) continue;
      if (active.has(step)) return true;
      if (!onlyBack) continue;
      if (forward.has(step) || (back.has(step) && (body.has(step) || !heads[target]!.has(step)))) return true;
    }
    return false;
  }

  #skip(): void {
    if (this.#failing()) return;
    const live = new Set([...this.active().map(run => run.step), ...this.#tokens.map(token => token.target)]);
    const decided = new Set(
      this.runs.filter(run => run.routed).flatMap(run => this.#static.successors[run.step]!),
    );
    for (const step of decided) {
      const ran = this.runs.some(run => run.step === step);
      if (ran || live.has(step) || [...live].some(from => this.#static.reachableFrom[from]!.has(step)))
        continue;
      this.unreached.add(step);
    }
  }

  #finish(): void {
    if (this.active().length > 0 || (!this.#failing() && this.#tokens.length > 0)) return;
    const { finalStep } = this.#static;
    if (finalStep !== undefined && !this.#finalEntered) {
      this.#finalEntered = true;
      this.#enter(finalStep, []);
      return;
    }
    this.status = this.#failing() ? 'failed' : 'completed';
  }
}
