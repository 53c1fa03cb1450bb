import { EMPTY_MAPPING } from '../common/plain-value.ts';
import type { State } from './state.ts';
import { lazyRecord } from './view/lazy-record.ts';
import { type Load, stepResultView } from './view/result-view.ts';
import { stepEnvelope } from './view/step-envelope.ts';

export type { Load } from './view/result-view.ts';

/** What templates read by name. Values are looked up on access; do not spread it. */
export type RenderContext = Readonly<Record<string, unknown>>;

/** Names that nothing can shadow: no step, no workload key, no variable, no argument. */
export const RESERVED_NAMES = [
  'execution_id',
  'catalog_id',
  'path',
  'version',
  'parent_execution_id',
  'job',
  'workload',
  'ctx',
  'vars',
  'steps',
] as const;

type Reserved = (typeof RESERVED_NAMES)[number];

/**
 * The names every template of an execution may read. From the lowest to the highest precedence: keys of
 * the workload, results of steps, durable variables, reserved names.
 *
 * It looks at `state` whenever it is asked: as long as a turn changes its state in place, one context
 * serves the whole turn, and making it costs the same for any number of steps.
 */
export function baseContext(state: State, { load }: { readonly load: Load }): RenderContext {
  const workload = () => state.header?.workload ?? EMPTY_MAPPING;
  const hasResult = (name: string) => (state.steps.get(name)?.result.kind ?? 'none') !== 'none';
  const resultOf = (name: string) => {
    const step = state.steps.get(name);
    return step && stepResultView(step, load);
  };
  const withResult = () => [...state.steps.keys()].filter(hasResult);

  // `ctx.x` falls back to the workload and to results, but lists only what was written to it.
  const ctx = lazyRecord({
    has: name => Object.hasOwn(state.ctx, name) || Object.hasOwn(workload(), name) || hasResult(name),
    get: name =>
      Object.hasOwn(state.ctx, name)
        ? state.ctx[name]
        : Object.hasOwn(workload(), name)
          ? workload()[name]
          : resultOf(name),
    keys: () => Object.keys(state.ctx),
  });
  const steps = lazyRecord({
    has: name => state.steps.has(name),
    get: name => {
      const step = state.steps.get(name);
      return step && stepEnvelope(step, load);
    },
    keys: () => state.steps.keys(),
  });
  const reserved: Readonly<Record<Reserved, () => unknown>> = {
    execution_id: () => state.header?.executionId ?? '',
    catalog_id: () => state.header?.catalogId ?? '',
    path: () => state.header?.path ?? null,
    version: () => state.header?.version ?? null,
    parent_execution_id: () => state.header?.parent?.executionId ?? null,
    job: () => jobOf(state.header?.executionId ?? ''),
    workload,
    ctx: () => ctx,
    vars: () => ctx,
    steps: () => steps,
  };
  return lazyRecord({
    has: name => isReserved(name) || Object.hasOwn(ctx, name),
    get: name => {
      if (isReserved(name)) return reserved[name]();
      if (Object.hasOwn(state.ctx, name)) return state.ctx[name];
      return hasResult(name) ? resultOf(name) : workload()[name];
    },
    keys: () => [...Object.keys(workload()), ...withResult(), ...Object.keys(state.ctx), ...RESERVED_NAMES],
  });
}

/** The context of one evaluation: `names` come before those of `base`, but not before reserved ones. */
export function extendContext(base: RenderContext, names: Readonly<Record<string, unknown>>): RenderContext {
  const isOwn = (name: string) => Object.hasOwn(names, name) && !isReserved(name);
  return lazyRecord({
    has: name => isOwn(name) || Object.hasOwn(base, name),
    get: name => (isOwn(name) ? names[name] : base[name]),
    keys: () => [...Object.keys(base), ...Object.keys(names).filter(isOwn)],
  });
}

/**
 * The context in which `values` have just been written to `ctx`: `ctx.x`, and bare `x`. Values that are
 * added later are seen too.
 */
export function withVariables(base: RenderContext, values: Readonly<Record<string, unknown>>): RenderContext {
  const isOwn = (name: string) => Object.hasOwn(values, name) && !isReserved(name);
  const ctx = lazyRecord({
    has: name => Object.hasOwn(values, name) || Object.hasOwn(base.ctx as RenderContext, name),
    get: name => (Object.hasOwn(values, name) ? values[name] : (base.ctx as RenderContext)[name]),
    keys: () => [...Object.keys(base.ctx as RenderContext), ...Object.keys(values)],
  });
  return lazyRecord({
    has: name => isOwn(name) || Object.hasOwn(base, name),
    get: name => (name === 'ctx' || name === 'vars' ? ctx : isOwn(name) ? values[name] : base[name]),
    keys: () => [...Object.keys(base), ...Object.keys(values).filter(isOwn)],
  });
}

const reservedNames: ReadonlySet<string> = new Set(RESERVED_NAMES);

const isReserved = (name: string): name is Reserved => reservedNames.has(name);

const jobOf = (executionId: string) => ({ uuid: executionId, id: executionId, execution_id: executionId });
