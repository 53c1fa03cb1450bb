import { EMPTY_MAPPING, mappingOf, type PlainValue } from '../../src/common/plain-value.ts';
import type { Command } from '../../src/core/command.ts';
import type { Input } from '../../src/core/decide/input.ts';
import type { Arc, LoopSource, Playbook, Retry, Step } from '../../src/playbook/model.ts';
import { CoreRun } from './core-run.ts';
import { playbookOf } from './playbook-of.ts';
import type { Sketch } from './tokens-model/sketch.ts';

/** A playbook with everything that can go on at once, and a world whose answers do not depend on time. */
export interface World {
  readonly playbook: Playbook;
  readonly sketch: Sketch;
  chance(text: string): number;
}

export function worldOf(sketch: Sketch, seed: number): World {
  const chance = (text: string) => {
    let hash = seed ^ 0x51ed270b;
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
    hash ^= hash >>> 13;
    return (hash >>> 0) / 2 ** 32;
  };
  const playbook = playbookOf({
    ...sketch,
    steps: sketch.steps.map(step => ({ ...step, kind: kindOf(step, chance) })),
  });
  const workflow = playbook.workflow.map(step => furnish(step, chance));
  return { playbook: { ...playbook, workflow }, sketch, chance };
}

/** A router has no result for its conditions to read, so only steps with plain arcs become routers. */
function kindOf(step: Sketch['steps'][number], chance: World['chance']): 'task' | 'loop' | 'router' {
  const roll = chance(`kind ${step.name}`);
  if (roll < 0.25) return 'loop';
  return roll < 0.4 && step.arcs.every(arc => !arc.when) ? 'router' : 'task';
}

function furnish(step: Step, chance: World['chance']): Step {
  const roll = (what: string) => chance(`${what} ${step.name}`);
  const common = {
    next: { ...step.next, arcs: step.next.arcs.map(arc => asking(step.name, arc)) },
    retry: roll('retry') < 0.4 ? [RETRY] : [],
    when: roll('guard') < 0.15 ? { condition: `{{ guard_${step.name} }}` } : undefined,
  };
  if (step.kind !== 'loop') return { ...step, ...common };
  const mode =
    roll('mode') < 0.4 ? ({ kind: 'sequential' } as const) : ({ kind: 'parallel', maxInFlight: 2 } as const);
  const items = Array.from({ length: itemsOf(step.name, chance) }, (_, i) => i);
  const onError = roll('on_error') < 0.5 ? ('continue' as const) : ('fail' as const);
  if (roll('cursor') < 0.4)
    return { ...step, ...common, loop: { ...step.loop, source: cursorOf(roll('rows')), mode: ONE, onError } };
  return { ...step, ...common, loop: { ...step.loop, source: { kind: 'literal', items }, mode, onError } };
}

const itemsOf = (step: string, chance: World['chance']): number => Math.floor(chance(`items ${step}`) * 5);

const ONE = { kind: 'sequential' } as const;

/** A frame at a time: which rows several of them get depends on who asks first. */
const cursorOf = (roll: number): LoopSource => ({
  kind: 'cursor',
  cursor: { kind: 'table', auth: undefined, claim: '', options: EMPTY_MAPPING },
  frame: {
    maxRows: MAX_ROWS,
    maxTime: 1000,
    maxBytes: 1000,
    lease: 1000,
    heartbeat: 1000,
    rowConcurrency: roll < 0.5 ? 1 : 2,
    process: 'row',
    retryMode: 'whole_frame',
    maxAttempts: 3,
  },
});

const MAX_ROWS = 2;

function claimed(world: World, step: string, frame: number): PlainValue {
  const left = Math.max(0, itemsOf(step, world.chance) - frame * MAX_ROWS);
  return Array.from({ length: Math.min(left, MAX_ROWS) }, (_, i) => frame * MAX_ROWS + i);
}

const RETRY: Retry = {
  maxAttempts: 2,
  initialDelay: 10,
  multiplier: 1.5,
  maxDelay: 1000,
  jitter: true,
  when: undefined,
  stopWhen: undefined,
};

/** Conditions read answers that are written before the step's command settles. */
function asking(step: string, arc: Arc): Arc {
  if (arc.fires.kind !== 'when' || arc.target.kind !== 'step') return arc;
  return { ...arc, fires: { kind: 'when', when: { condition: `answers_${step}.${arc.target.step}` } } };
}

function answers({ sketch, chance }: World, step: string, run: number): Input {
  const values = mappingOf(
    sketch.steps.map(
      ({ name }) => [name, chance(`${step}#${run}>${name}`) < 0.6 / run] as [string, PlainValue],
    ),
  );
  return { kind: 'set_ctx', values: mappingOf([[`answers_${step}`, values]]) };
}

/** What the tool gives: a function of command and attempt. */
function answerOf(world: World, { commandId, step, run, attempt, iteration, claim }: Command): Input {
  if (claim) {
    const result = { kind: 'inline', data: claimed(world, step, claim.frame) } as const;
    return { kind: 'done', commandId, attempt, outcome: { result, ctx: EMPTY_MAPPING } };
  }
  const what = `${step}#${run}#${iteration?.index}#${attempt}`;
  if (world.chance(`outcome ${what}`) < 0.07) {
    return { kind: 'failed', commandId, attempt, error: { kind: 'x', message: what, retryable: true } };
  }
  const data = `${step}#${run}${iteration ? `[${iteration.index}]` : ''}`;
  return {
    kind: 'done',
    commandId,
    attempt,
    outcome: { result: { kind: 'inline', data }, ctx: EMPTY_MAPPING },
  };
}

export interface Luck {
  /** From 0 up to `size`, exclusive. */
  pick(size: number): number;
  happens(probability: number): boolean;
}

export const CALM: Luck = { pick: () => 0, happens: () => false };

/** An execution to its end. `makeRun` may make one that is special. */
export function drive(
  world: World,
  luck: Luck,
  makeRun: (...made: ConstructorParameters<typeof CoreRun>) => CoreRun = (...made) => new CoreRun(...made),
): CoreRun {
  const guards = world.sketch.steps.map(
    ({ name }) => [`guard_${name}`, world.chance(`guard value ${name}`) < 0.5] as [string, PlainValue],
  );
  const run = makeRun(world.playbook, {
    checks: luck.happens(0.3),
    limits: { maxRedeliveries: 50 },
  }).start(mappingOf(guards));
  const delayed: Input[] = [];
  const parked = new Map<string, Command>();
  for (let turns = 0; run.queue.length + parked.size > 0; turns++) {
    if (turns > 6000) throw new Error('does not end');
    if (luck.happens(0.03)) run.send({ kind: 'pause' }).send({ kind: 'resume' });
    if (delayed.length > 0 && luck.happens(0.3)) run.send(...delayed.splice(luck.pick(delayed.length), 1));
    run.send(
      ...Array.from({ length: 1 + luck.pick(3) }, () => stepOnce(world, run, luck, parked, delayed)).flat(),
    );
  }
  run.send(...delayed);
  return run;
}

/** One worker does something with one command. */
function stepOnce(
  world: World,
  run: CoreRun,
  luck: Luck,
  parked: Map<string, Command>,
  delayed: Input[],
): Input[] {
  const wakes = parked.size > 0 && (run.queue.length === 0 || luck.happens(0.3));
  const command = wakes
    ? [...parked.values()][luck.pick(parked.size)]
    : run.queue[luck.pick(run.queue.length)];
  if (!command) return [];
  parked.delete(command.commandId);
  const index = run.queue.indexOf(command);
  if (index >= 0) run.queue.splice(index, 1);
  const { commandId, attempt } = command;
  const started: Input = { kind: 'started', commandId, attempt };
  if (!wakes && luck.happens(0.1)) return [started, { kind: 'lease_lost', commandId }];
  if (!wakes && luck.happens(0.05)) return [{ kind: 'lease_lost', commandId, begun: false }];
  if (!wakes && luck.happens(0.1)) {
    parked.set(commandId, command);
    return [
      started,
      { kind: 'parked', commandId, attempt, waitsFor: { kind: 'child', executionId: '9', path: 'p' } },
    ];
  }
  const report = answerOf(world, command);
  if (luck.happens(0.2)) delayed.push(report);
  const repeated = luck.happens(0.1) ? [report] : [];
  return [
    ...(luck.happens(0.5) ? [started] : []),
    answers(world, command.step, command.run),
    report,
    ...repeated,
  ];
}

/** Asks on every arc, so that cycles come to an end. */
export const conditional = (sketch: Sketch): Sketch => ({
  ...sketch,
  steps: sketch.steps.map(step => ({ ...step, arcs: step.arcs.map(arc => ({ ...arc, when: true })) })),
});
