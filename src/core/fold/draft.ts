import { EMPTY_MAPPING, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { RunId } from '../event.ts';
import { NO_RESULT, type Result } from '../result.ts';
import type {
  ActiveRun,
  CommandState,
  CursorProgress,
  FatalFailure,
  Header,
  IterationValue,
  LoopRun,
  PendingToken,
  Phase,
  Receipt,
  SettledRun,
  State,
  StepState,
} from '../state.ts';
import type { IndexRange } from './index-ranges.ts';

export const EMPTY_STATE: State = {
  phase: { kind: 'initial' },
  header: undefined,
  isPaused: false,
  isQueued: false,
  isRestoring: false,
  steps: new Map(),
  active: new Set(),
  tokens: new Map(),
  unrouted: [],
  ctx: EMPTY_MAPPING,
  ctxMarks: new Map(),
  signals: new Map(),
  fatal: [],
  finalStepEntered: false,
  completions: 0,
};

const NEW_STEP: StepState = {
  runs: 0,
  active: undefined,
  last: undefined,
  result: NO_RESULT,
  isUnreached: false,
};

/** A loop's progress while it is being changed; the collections are the draft's own. */
export type LoopDraft = Omit<
  { -readonly [K in keyof LoopRun]: LoopRun[K] },
  'settledAbove' | 'open' | 'results' | 'ctx' | 'cursor'
> & {
  readonly settledAbove: IndexRange[];
  readonly open: Map<number, CommandState>;
  results: Map<number, Result> | undefined;
  readonly ctx: Map<string, IterationValue>;
  readonly cursor?: CursorDraft;
};

type CursorDraft = Omit<{ -readonly [K in keyof CursorProgress]: CursorProgress[K] }, 'open'> & {
  readonly open: Map<number, CommandState>;
};

/**
 * A state that is being changed by the events of one turn. What the turn does not touch is shared with
 * the state it came from, which stays as it was: a turn can be thrown away and taken again.
 */
export class Draft implements State {
  phase: Phase;
  header: Header | undefined;
  isPaused: boolean;
  isQueued: boolean;
  isRestoring: boolean;
  readonly steps: Map<string, StepState>;
  readonly active: Set<string>;
  readonly tokens: Map<string, readonly PendingToken[]>;
  unrouted: readonly RunId[];
  ctx: PlainMapping;
  readonly ctxMarks: Map<string, string>;
  readonly signals: Map<string, readonly PlainValue[]>;
  fatal: readonly FatalFailure[];
  finalStepEntered: boolean;
  completions: number;
  declare received?: ReadonlyMap<string, Receipt>;
  /** Loops whose collections were copied in this draft and may be changed in place. */
  readonly #ownLoops = new WeakSet<object>();

  constructor(state: State) {
    this.phase = state.phase;
    this.header = state.header;
    this.isPaused = state.isPaused;
    this.isQueued = state.isQueued;
    this.isRestoring = state.isRestoring;
    this.steps = new Map(state.steps);
    this.active = new Set(state.active);
    this.tokens = new Map(state.tokens);
    this.unrouted = state.unrouted;
    this.ctx = state.ctx;
    this.ctxMarks = new Map(state.ctxMarks);
    this.signals = new Map(state.signals);
    this.fatal = state.fatal;
    this.finalStepEntered = state.finalStepEntered;
    this.completions = state.completions;
    if (state.received) this.received = state.received;
  }

  step(name: string): StepState {
    return this.steps.get(name) ?? NEW_STEP;
  }

  changeStep(name: string, change: Partial<StepState>): void {
    const step = { ...this.step(name), ...change };
    this.steps.set(name, step);
    if (step.active) this.active.add(name);
    else this.active.delete(name);
  }

  /** The active run, if it is the one named: what is said of older runs changes nothing. */
  activeRun({ step, run }: RunId): ActiveRun | undefined {
    const active = this.steps.get(step)?.active;
    return active?.run === run ? active : undefined;
  }

  /** The named loop run for changing, if it is active. */
  loop(id: RunId): LoopDraft | undefined {
    const active = this.activeRun(id);
    if (active?.kind !== 'loop') return undefined;
    if (this.#ownLoops.has(active)) return active as LoopDraft;
    const { cursor, ...rest } = active;
    const own: LoopDraft = {
      ...rest,
      settledAbove: [...active.settledAbove],
      open: new Map(active.open),
      results: active.results && new Map(active.results),
      ctx: new Map(active.ctx),
      ...(cursor ? { cursor: { ...cursor, open: new Map(cursor.open) } } : {}),
    };
    this.#ownLoops.add(own);
    this.changeStep(id.step, { active: own });
    return own;
  }

  /** Ends the active run of a step. */
  settle(step: string, settled: Omit<SettledRun, 'order' | 'isRouted'>, result: Result): void {
    this.completions++;
    const before = this.step(step);
    this.changeStep(step, {
      active: undefined,
      last: { ...settled, order: this.completions, isRouted: false },
      result: result.kind === 'none' ? before.result : result,
    });
    this.unrouted = [...this.unrouted, { step, run: settled.run }];
  }
}
