import { EMPTY_MAPPING, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Step } from '../../playbook/model.ts';
import type { Arrival } from '../event.ts';
import { overlayContext, type RenderContext } from '../render-context.ts';
import type { Failure, Result } from '../result.ts';
import { storedBodyOf } from '../stored-body.ts';
import { collectedView } from '../view/collected-view.ts';
import { type LoopOutcome, loopView, viewOf } from '../view/data-view.ts';
import { errorView } from '../view/error-view.ts';
import { failedItems } from '../view/failed-items.ts';
import type { Load } from '../view/stored-body-view.ts';
import { renderValue } from './render.ts';
import type { Turn } from './turn.ts';

/** Names that one evaluation adds to what every template sees. */
export class Names {
  readonly context: RenderContext;
  readonly #own = new Map<string, () => unknown>();

  constructor(base: RenderContext) {
    const own = this.#own;
    const get = (name: string) => own.get(name)?.();
    this.context = overlayContext(base, { has: name => own.has(name), get, keys: () => own.keys() });
  }

  /** Looked up when a template reads it, so that nothing is loaded or copied for nothing. */
  define(name: string, get: () => unknown): this {
    this.#own.set(name, get);
    return this;
  }

  defineAll(values: Readonly<Record<string, unknown>>): this {
    for (const [name, value] of Object.entries(values)) this.define(name, () => value);
    return this;
  }
}

/** What a guard, an admission rule or a loop source sees: the arguments that arrived, and the step's input. */
export function entryNames(
  turn: Turn,
  step: Step,
  args: PlainMapping,
  arrivals: readonly Pick<Arrival, 'from' | 'args'>[],
): Names {
  const names = new Names(turn.context);
  const input = inputView(turn, step, args, names.context);
  for (const key of Object.keys(step.input)) names.define(key, () => input[key]);
  return names
    .defineAll(args)
    .define('input', () => input)
    .define('args', () => input)
    .define('arrivals', () =>
      arrivals.map(({ from, args: own }) => ({ from: from?.step, run: from?.run, args: own })),
    )
    .define('event', () => ({ name: 'step.enter', step: arrivals.at(-1)?.from?.step }));
}

/** U3: a key of `input` is rendered on the server only if a guard or loop source reads it. */
function inputView(
  turn: Turn,
  step: Step,
  args: PlainMapping,
  context: RenderContext,
): Record<string, unknown> {
  const view: Record<string, unknown> = Object.create(null);
  const add = (key: string, get: () => unknown) =>
    Object.defineProperty(view, key, { get, enumerable: true, configurable: true });
  for (const [key, value] of Object.entries(step.input)) add(key, () => renderValue(turn, value, context));
  for (const [key, value] of Object.entries(args)) add(key, () => value);
  return view;
}

/** What happened to a run or command, for the conditions that look at it. */
export interface Happened {
  readonly result: Result;
  readonly error: Failure | undefined;
  /** Of a loop: what its iterations came to. */
  readonly loop?: LoopOutcome | undefined;
}

/** What arcs, `set` and retry conditions see of what has just happened. */
export function outcomeNames(turn: Turn, happened: Happened): Names {
  const data = () => dataView(turn, happened);
  const output = () => outputView(turn, happened);
  return new Names(turn.context)
    .define('output', output)
    .define('outcome', output)
    .define('result', data)
    .define('response', data)
    .define('data', data)
    .define('error', () => errorOrNull(happened.error))
    .define('success', () => happened.error === undefined);
}

/** The envelope, and beside it the fields of the data; the envelope's own names win. */
function outputView(turn: Turn, happened: Happened): RenderContext {
  const { result, error, loop } = happened;
  const isReadable = result.kind === 'inline' && isRecord(result.data);
  const fields = isReadable ? (viewOf(result.data, each => turn.load(each)) as RenderContext) : EMPTY_MAPPING;
  const data = () => dataView(turn, happened);
  return new Names(fields)
    .defineAll(loop ? loopFields(loop) : EMPTY_MAPPING)
    .defineAll({ status: error ? 'error' : 'ok', ok: error === undefined, success: error === undefined })
    .define('data', data)
    .define('result', data)
    .define('error', () => errorOrNull(error))
    .define('ref', () => uriOf(result)).context;
}

/** Where the data, or the body of the response that it is, is stored. */
function uriOf(result: Result): PlainValue {
  if (result.kind === 'stored') return result.ref.uri;
  return (result.kind === 'inline' && storedBodyOf(result.data)?._ref) || null;
}

/** A result with the accessors that templates know, whatever the tool returned. */
export function dataView(turn: Turn, { result, loop }: Pick<Happened, 'result' | 'loop'>): unknown {
  if (result.kind === 'collected') return collectedView(result, each => turn.load(each), loop);
  const data = turn.load(result);
  if (data === undefined) return undefined;
  const load: Load = each => turn.load(each);
  return loop && Array.isArray(data) ? loopView(data, loop, load) : viewOf(data, load);
}

/** What `output` says of a loop beside its results. */
const loopFields = ({ stats, errors }: LoopOutcome) => ({
  stats,
  count: stats.total,
  failed_items: failedItems(errors),
});

const isRecord = (data: PlainValue): data is PlainMapping =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

export const errorOrNull = (error: Failure | undefined): PlainValue => (error ? errorView(error) : null);
