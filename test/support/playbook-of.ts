import { EMPTY_MAPPING } from '../../src/common/plain-value.ts';
import type { Arc, ArcTrigger, Loop, Playbook, Step, Tool } from '../../src/playbook/model.ts';
import { parseSketch, type Sketch, type SketchArc, type SketchStep } from './tokens-model/sketch.ts';

/** A minimal playbook with the routing of a sketch, or of its notation (see `parseSketch`). */
export function playbookOf(sketch: Sketch | string, options: { finalStep?: string } = {}): Playbook {
  const { entry, finalStep, steps } = typeof sketch === 'string' ? parseSketch(sketch, options) : sketch;
  return {
    hash: '',
    metadata: {
      name: 'sketch',
      path: 'sketch',
      version: undefined,
      description: undefined,
      labels: {},
      tags: [],
      capabilities: [],
      exposedInUi: true,
      exposesAsMcp: true,
      agent: false,
      extra: EMPTY_MAPPING,
    },
    workload: EMPTY_MAPPING,
    keychain: [],
    executor: {
      profile: 'auto',
      version: '',
      requires: { tools: [], features: [] },
      timeout: undefined,
      concurrency: undefined,
      pool: undefined,
      finalStep,
      loopMode: 'local',
      renderWorkload: false,
      policy: EMPTY_MAPPING,
    },
    entry,
    workflow: steps.map(stepOf),
    tests: [],
  };
}

function stepOf(sketch: SketchStep): Step {
  const base = {
    name: sketch.name,
    desc: undefined,
    when: undefined,
    admit: undefined,
    input: EMPTY_MAPPING,
    tool: toolOf(sketch),
    set: [],
    retry: [],
    onError: sketch.onError,
    pool: undefined,
    redeliver: 'always',
    next: {
      mode: sketch.mode,
      arcs: sketch.arcs.map((arc, index) => arcOf(arc, index, sketch.mode)),
      onNoMatch: 'complete',
    },
  } as const;
  return sketch.kind === 'loop' ? { ...base, kind: 'loop', loop: LOOP } : { ...base, kind: 'plain' };
}

function toolOf({ name, kind }: SketchStep): Tool {
  if (kind === 'router') return { kind: 'router' };
  return {
    kind: 'single',
    task: {
      name,
      kind: 'noop',
      config: EMPTY_MAPPING,
      input: EMPTY_MAPPING,
      auth: undefined,
      set: [],
      retry: [],
      paginate: undefined,
      timeout: undefined,
      output: { select: [], store: undefined, inlineMaxBytes: 65_536, extra: EMPTY_MAPPING },
      cache: undefined,
      policy: { rules: [], onUnmatched: 'default' },
      sink: undefined,
    },
  };
}

function arcOf({ to, when, on }: SketchArc, group: number, mode: SketchStep['mode']): Arc {
  return {
    target: { kind: 'step', step: to },
    fires: when ? { kind: 'when', when: { condition: `go_${to}` } } : unconditional(mode),
    on,
    group,
    set: [],
    args: EMPTY_MAPPING,
  };
}

/** An arc without a condition means "otherwise" in exclusive mode and "always" in inclusive mode. */
function unconditional(mode: SketchStep['mode']): ArcTrigger {
  return { kind: mode === 'exclusive' ? 'otherwise' : 'always' };
}

const LOOP: Loop = {
  source: { kind: 'template', template: '{{ items }}' },
  iterator: 'item',
  mode: { kind: 'sequential' },
  where: undefined,
  orderBy: undefined,
  limit: undefined,
  chunk: undefined,
  onError: 'fail',
};
