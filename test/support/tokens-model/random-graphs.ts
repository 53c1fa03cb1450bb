import fc from 'fast-check';
import type { Sketch, SketchArc } from './sketch.ts';

export interface GraphOptions {
  readonly steps?: number;
  /** At most this many arcs per step. */
  readonly arcs?: number;
}

/** Any arcs between any steps, most of them forward; `end` anywhere or nowhere; perhaps a final step. */
export function unstructured({ steps = 12, arcs = 3 }: GraphOptions = {}): fc.Arbitrary<Sketch> {
  const arc = fc.record({
    forward: fc.integer({ min: 0, max: 9 }).map(chance => chance < 7),
    distance: fc.nat({ max: 4 }),
    anywhere: fc.nat({ max: steps }),
    when: fc.boolean(),
    on: fc.constantFrom<SketchArc['on']>('success', 'success', 'success', 'failure', 'any'),
  });
  const step = fc.record({
    mode: fc.constantFrom('exclusive', 'inclusive'),
    arcs: fc.array(arc, { maxLength: arcs }),
  });
  return fc
    .record({
      steps: fc.array(step, { minLength: 1, maxLength: steps }),
      entry: fc.integer({ min: 0, max: 9 }),
      end: fc.option(fc.nat({ max: steps }), { freq: 2 }),
      finalStep: fc.option(fc.nat({ max: steps }), { freq: 1 }),
    })
    .map(drawn => {
      const count = drawn.steps.length;
      const nameOf = (at: number) =>
        drawn.end !== null && at === drawn.end % count && count > 1 ? 'end' : `s${at}`;
      return {
        entry: nameOf(drawn.entry > 7 ? drawn.entry % count : 0),
        finalStep: drawn.finalStep === null ? undefined : nameOf(drawn.finalStep % count),
        steps: drawn.steps.map(({ mode, arcs: list }, at) => ({
          name: nameOf(at),
          kind: 'task' as const,
          mode: mode as 'exclusive' | 'inclusive',
          onError: 'fail' as const,
          arcs: list.map(({ forward, distance, anywhere, when, on }) => ({
            to: nameOf(forward && at + 1 < count ? Math.min(at + 1 + distance, count - 1) : anywhere % count),
            when,
            on,
          })),
        })),
      };
    });
}

export type Block =
  | { readonly kind: 'step' }
  | { readonly kind: 'sequence'; readonly first: Block; readonly second: Block }
  | {
      readonly kind: 'branches';
      readonly inclusive: boolean;
      readonly branches: readonly Block[];
      readonly joined: boolean;
    }
  | { readonly kind: 'while'; readonly body: Block }
  | { readonly kind: 'do-while'; readonly body: Block; readonly inclusive: boolean };

const { block } = fc.letrec<{ block: Block }>(tie => ({
  block: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.record({ kind: fc.constant('step' as const) }),
    fc.record({ kind: fc.constant('sequence' as const), first: tie('block'), second: tie('block') }),
    fc.record({
      kind: fc.constant('branches' as const),
      inclusive: fc.boolean(),
      branches: fc.array(tie('block'), { minLength: 2, maxLength: 3 }),
      joined: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('while' as const), body: tie('block') }),
    fc.record({ kind: fc.constant('do-while' as const), body: tie('block'), inclusive: fc.boolean() }),
  ),
}));

/** Nested branches, joins, while and do-while loops, and a few arcs that do not fit the structure. */
export function structured(options: { extraArcs?: number } = {}): fc.Arbitrary<Sketch> {
  const extra = fc.record({ from: fc.nat({ max: 99 }), to: fc.nat({ max: 99 }), first: fc.boolean() });
  return fc
    .record({
      block,
      end: fc.constantFrom('none', 'linked', 'implicit'),
      extra: fc.array(extra, { maxLength: options.extraArcs ?? 3 }),
    })
    .map(({ block: root, end, extra: arcs }) => {
      const builder = new SketchBuilder();
      const { first, leave } = builder.add(root);
      if (end !== 'none') {
        builder.step('exclusive', 'end');
        if (end === 'linked') leave('end');
      }
      for (const { from, to, first: before } of arcs) builder.extra(from, to, before);
      return { entry: first, finalStep: undefined, steps: builder.steps };
    });
}

interface Built {
  readonly first: string;
  /** Leads whatever leaves the block to a step. */
  leave(to: string): void;
}

interface OpenStep {
  readonly name: string;
  readonly kind: 'task';
  readonly mode: 'exclusive' | 'inclusive';
  readonly onError: 'fail';
  readonly arcs: SketchArc[];
}

class SketchBuilder {
  readonly steps: OpenStep[] = [];

  step(mode: OpenStep['mode'] = 'exclusive', name = `s${this.steps.length}`): OpenStep {
    const step: OpenStep = { name, kind: 'task', mode, onError: 'fail', arcs: [] };
    this.steps.push(step);
    return step;
  }

  extra(from: number, to: number, before: boolean): void {
    const { arcs } = this.steps[from % this.steps.length]!;
    const arc = arcTo(this.steps[to % this.steps.length]!.name, true);
    if (before) arcs.unshift(arc);
    else arcs.push(arc);
  }

  add(part: Block): Built {
    switch (part.kind) {
      case 'step':
        return passing(this.step());
      case 'sequence': {
        const first = this.add(part.first);
        const second = this.add(part.second);
        first.leave(second.first);
        return { first: first.first, leave: second.leave };
      }
      case 'branches':
        return this.#branches(part);
      case 'while': {
        const head = this.step();
        const body = this.add(part.body);
        head.arcs.push(arcTo(body.first, true));
        body.leave(head.name);
        return passing(head);
      }
      case 'do-while': {
        const body = this.add(part.body);
        const test = this.step(part.inclusive ? 'inclusive' : 'exclusive');
        body.leave(test.name);
        test.arcs.push(arcTo(body.first, true));
        return { first: body.first, leave: passing(test).leave };
      }
    }
  }

  #branches(part: Extract<Block, { kind: 'branches' }>): Built {
    const fork = this.step(part.inclusive ? 'inclusive' : 'exclusive');
    const branches = part.branches.map(branch => this.add(branch));
    branches.forEach((branch, at) => {
      fork.arcs.push(arcTo(branch.first, at % 2 === 1));
    });
    const leave = (to: string) => {
      for (const branch of branches) branch.leave(to);
    };
    if (!part.joined) return { first: fork.name, leave };
    const join = this.step();
    leave(join.name);
    return { first: fork.name, leave: passing(join).leave };
  }
}

function passing(step: OpenStep): Built {
  return { first: step.name, leave: to => step.arcs.push(arcTo(to, false)) };
}

const arcTo = (to: string, when: boolean): SketchArc => ({ to, when, on: 'success' });
