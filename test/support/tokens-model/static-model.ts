import type { Sketch } from './sketch.ts';

/**
 * The static part of routing, written down rule by rule as the specification says it and as slowly as
 * that is: the reference that the graph of the program is compared with.
 */
export interface StaticModel {
  readonly size: number;
  readonly entry: number;
  readonly end: number | undefined;
  readonly finalStep: number | undefined;
  /** Distinct targets of each step, in authored order; implicit arcs to `end` included. */
  readonly successors: readonly (readonly number[])[];
  readonly implicit: ReadonlySet<number>;
  /** Back arcs as `from>to`. */
  readonly back: ReadonlySet<string>;
  /** Bodies by head. */
  readonly bodies: ReadonlyMap<number, ReadonlySet<number>>;
  readonly heads: readonly ReadonlySet<number>[];
  readonly sources: readonly number[];
  readonly waitsFor: readonly ReadonlySet<number>[];
  readonly turnWaitsFor: ReadonlyMap<number, ReadonlySet<number>>;
  readonly reachableFrom: readonly ReadonlySet<number>[];
  /** Entries of each loop by head. */
  readonly entries: ReadonlyMap<number, ReadonlySet<number>>;
}

type Successors = readonly (readonly number[])[];

export function modelOf(sketch: Sketch): StaticModel {
  const { entry, end, finalStep, successors, implicit } = arcsOf(sketch);
  const steps = successors.map((_, step) => step);
  const { back, bodies } = loopsOf(successors, firstReached(successors, entry));
  const heads = steps.map(step => new Set([...bodies].filter(([, body]) => body.has(step)).map(([h]) => h)));

  /** Steps that lead to a target without a back arc into one of the given heads. */
  const leadingTo = (targets: Iterable<number>, closed: ReadonlySet<number>): Set<number> => {
    const found = new Set<number>();
    const open = (from: number, to: number) => !(back.has(`${from}>${to}`) && closed.has(to));
    const predecessors = steps.map(to =>
      steps.filter(from => successors[from]!.includes(to) && open(from, to)),
    );
    for (const target of targets) for (const step of reach(target, predecessors)) found.add(step);
    return found;
  };

  const waitsFor = steps.map(step => without(leadingTo([step], heads[step]!), step));
  if (end !== undefined) {
    const added = steps.filter(step => step !== end && step !== finalStep && !waitsFor[step]!.has(end));
    for (const step of added) waitsFor[end]!.add(step);
  }
  return {
    size: steps.length,
    entry,
    end,
    finalStep,
    successors,
    implicit,
    back,
    bodies,
    heads,
    sources: steps.map(
      step => successors.filter(list => list.includes(step)).length + Number(step === entry),
    ),
    waitsFor,
    turnWaitsFor: new Map(
      [...bodies].map(([head, body]) => [
        head,
        without(new Set([...body, ...leadingTo(body, heads[head]!)]), head),
      ]),
    ),
    reachableFrom: steps.map(step => reach(step, successors)),
    entries: new Map(
      [...bodies].map(([head, body]) => [
        head,
        new Set(
          [...body].filter(
            step => step === entry || steps.some(from => !body.has(from) && successors[from]!.includes(step)),
          ),
        ),
      ]),
    ),
  };
}

function arcsOf(sketch: Sketch) {
  const names = sketch.steps.map(step => step.name);
  const index = (name: string | undefined) => {
    const at = name === undefined ? -1 : names.indexOf(name);
    return at === -1 ? undefined : at;
  };
  const end = index('end');
  const finalStep = index(sketch.finalStep);
  const explicit = sketch.steps.map((step, at) =>
    at === finalStep ? [] : step.arcs.map(arc => index(arc.to)!),
  );
  const implicit = new Set<number>();
  if (end !== undefined && end !== finalStep) {
    const after = reach(end, explicit);
    sketch.steps.forEach((step, at) => {
      if (step.arcs.length === 0 && at !== end && at !== finalStep && !after.has(at)) implicit.add(at);
    });
  }
  const successors = explicit.map((targets, at) => (implicit.has(at) ? [end!] : [...new Set(targets)]));
  return { entry: index(sketch.entry)!, end, finalStep, successors, implicit };
}

/** The rank in which a depth-first walk reaches each step: from the entry, in authored order, extra roots last. */
function firstReached(successors: Successors, entry: number): readonly number[] {
  const rank: number[] = successors.map(() => -1);
  let count = 0;
  const walk = (step: number): void => {
    if (rank[step] !== -1) return;
    rank[step] = count++;
    successors[step]!.forEach(walk);
  };
  walk(entry);
  successors.forEach((_, step) => {
    walk(step);
  });
  return rank;
}

/** Strongly connected parts; the step first reached is the head; cut what leads back to it; repeat inside. */
function loopsOf(successors: Successors, rank: readonly number[]) {
  const back = new Set<string>();
  const bodies = new Map<number, ReadonlySet<number>>();
  const decompose = (steps: readonly number[]): void => {
    const inside = successors.map((targets, from) =>
      steps.includes(from) ? targets.filter(to => steps.includes(to) && !back.has(`${from}>${to}`)) : [],
    );
    const reached = inside.map((_, step) => reach(step, inside));
    const done = new Set<number>();
    for (const step of steps) {
      if (done.has(step) || !reached[step]!.has(step)) continue;
      const part = steps.filter(other => reached[step]!.has(other) && reached[other]!.has(step));
      for (const member of part) done.add(member);
      const head = part.reduce((a, b) => (rank[a]! < rank[b]! ? a : b));
      bodies.set(head, new Set(part));
      for (const from of part) if (successors[from]!.includes(head)) back.add(`${from}>${head}`);
      decompose(part);
    }
  };
  decompose(successors.map((_, step) => step));
  return { back, bodies };
}

function reach(start: number, successors: Successors): Set<number> {
  const seen = new Set<number>();
  const pending = [start];
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    for (const next of successors[step]!) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return seen;
}

function without(set: Set<number>, step: number): Set<number> {
  set.delete(step);
  return set;
}
