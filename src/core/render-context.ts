import { EMPTY_MAPPING, type PlainMapping } from '../common/plain-value.ts';
import { RESERVED_NAMES } from '../playbook/reserved-names.ts';
import { isReserved, NamesWithVariables, OverlaidNames, type Reserved } from './overlaid-names.ts';
import type { State } from './state.ts';
import { lazyRecord, type Names, namesOf } from './view/lazy-record.ts';
import { type Load, stepResultView } from './view/result-view.ts';
import { stepEnvelope } from './view/step-envelope.ts';

export type { Load } from './view/result-view.ts';

/** What templates read by name. Values are looked up on access; do not spread it. */
export type RenderContext = Readonly<Record<string, unknown>>;

/**
 * The names every template of an execution may read. From the lowest to the highest precedence: keys of
 * the workload, results of steps, durable variables, reserved names.
 *
 * It looks at `state` whenever it is asked: as long as a turn changes its state in place, one context
 * serves the whole turn, and making it costs the same for any number of steps.
 */
export function baseContext(state: State, { load }: { readonly load: Load }): RenderContext {
  return lazyRecord(new BaseNames(state, load));
}

/** The context of one evaluation: `names` come before those of `base`, but not before reserved ones. */
export function extendContext(base: RenderContext, names: Readonly<Record<string, unknown>>): RenderContext {
  return overlayContext(base, namesOf(names));
}

/** The same with names that are looked up when they are read. */
export function overlayContext(base: RenderContext, names: Names): RenderContext {
  return lazyRecord(new OverlaidNames(namesOf(base), names));
}

/**
 * The context in which `values` have just been written to `ctx`: `ctx.x`, and bare `x`. Values that are
 * added later are seen too.
 */
export function withVariables(base: RenderContext, values: Readonly<Record<string, unknown>>): RenderContext {
  return lazyRecord(new NamesWithVariables(base, values));
}

class BaseNames implements Names {
  readonly #state: State;
  readonly #load: Load;
  #ctx: RenderContext | undefined;
  #steps: RenderContext | undefined;

  constructor(state: State, load: Load) {
    this.#state = state;
    this.#load = load;
  }

  has(name: string): boolean {
    return isReserved(name) || this.#isFound(name) || (name === 'iter' && this.#outer !== undefined);
  }

  get(name: string): unknown {
    if (isReserved(name)) return this.#reserved(name);
    if (Object.hasOwn(this.#state.ctx, name)) return this.#state.ctx[name];
    if (this.#hasResult(name)) return this.#result(name);
    return Object.hasOwn(this.#workload, name) ? this.#workload[name] : { parent: this.#outer };
  }

  keys(): string[] {
    const withResult = [...this.#state.steps.keys()].filter(name => this.#hasResult(name));
    return [
      ...Object.keys(this.#workload),
      ...withResult,
      ...Object.keys(this.#state.ctx),
      ...RESERVED_NAMES,
    ];
  }

  get #workload(): PlainMapping {
    return this.#state.header?.workload ?? EMPTY_MAPPING;
  }

  /** The iteration of the playbook that called this one: `iter.parent`, also outside of loops. */
  get #outer(): PlainMapping | undefined {
    return this.#state.header?.parent?.iteration;
  }

  #isFound(name: string): boolean {
    return (
      Object.hasOwn(this.#state.ctx, name) || Object.hasOwn(this.#workload, name) || this.#hasResult(name)
    );
  }

  #hasResult(name: string): boolean {
    return (this.#state.steps.get(name)?.result.kind ?? 'none') !== 'none';
  }

  #result(name: string): unknown {
    const step = this.#state.steps.get(name);
    return step && stepResultView(step, this.#load);
  }

  #reserved(name: Reserved): unknown {
    const { header } = this.#state;
    switch (name) {
      case 'execution_id':
        return header?.executionId ?? '';
      case 'catalog_id':
        return header?.catalogId ?? '';
      case 'path':
        return header?.path ?? null;
      case 'version':
        return header?.version ?? null;
      case 'parent_execution_id':
        return header?.parent?.executionId ?? null;
      case 'job':
        return jobOf(header?.executionId ?? '');
      case 'workload':
        return this.#workload;
      case 'ctx':
      case 'vars':
        this.#ctx ??= this.#variables();
        return this.#ctx;
      case 'steps':
        this.#steps ??= this.#envelopes();
        return this.#steps;
    }
  }

  /** `ctx.x` falls back to the workload and to results, but lists only what was written to it. */
  #variables(): RenderContext {
    return lazyRecord({
      has: name => this.#isFound(name),
      get: name => {
        if (Object.hasOwn(this.#state.ctx, name)) return this.#state.ctx[name];
        return Object.hasOwn(this.#workload, name) ? this.#workload[name] : this.#result(name);
      },
      keys: () => Object.keys(this.#state.ctx),
    });
  }

  #envelopes(): RenderContext {
    return lazyRecord({
      has: name => this.#state.steps.has(name),
      get: name => {
        const step = this.#state.steps.get(name);
        return step && stepEnvelope(step, this.#load);
      },
      keys: () => this.#state.steps.keys(),
    });
  }
}

const jobOf = (executionId: string) => ({ uuid: executionId, id: executionId, execution_id: executionId });
