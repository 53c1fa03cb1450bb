import {
  EMPTY_MAPPING,
  mappingOf,
  merged,
  type PlainMapping,
  type PlainValue,
} from '../common/plain-value.ts';
import type { CommandIteration } from '../core/command.ts';
import { baseContext, overlayContext, type RenderContext, withVariables } from '../core/render-context.ts';
import type { Step } from '../playbook/model.ts';
import type { Assignment } from '../ports/dispatcher.ts';
import type { Output } from './output.ts';
import type { Load } from './services.ts';

/**
 * The names that the templates of one command see. Tasks of a pipeline add to them as they go: their
 * results under their labels, `_prev`, and what they `set` for the iteration or the run.
 */
export class TaskNames {
  readonly context: RenderContext;
  /** The item and its place, if the command is an iteration; without what its tasks set. */
  readonly iteration: PlainMapping | undefined;
  readonly #names = new Map<string, unknown>();
  readonly #scopes: Readonly<Record<'ctx' | 'iter' | 'step', Record<string, unknown>>>;
  readonly #results: Record<string, unknown> = Object.create(null);

  constructor({ command, program, state }: Assignment, load: Load) {
    const base = baseContext(state, { load });
    const step = program.step(command.step);
    const iter = iterationNames(step, command);
    this.iteration = iterationOf(step, command);
    const outer = state.header?.parent?.iteration;
    if (outer) iter.parent = outer;
    const locals = state.steps.get(command.step)?.active?.locals;
    this.#scopes = { ctx: Object.create(null), iter, step: Object.assign(Object.create(null), locals) };
    this.context = overlayContext(withVariables(base, this.#scopes.ctx), this.#names);
    this.setAll(command.args);
    this.#setIteration(step, command, iter);
    this.setAll({
      step: this.#scopes.step,
      iter,
      results: this.#results,
      command_id: command.commandId,
      attempt: command.attempt,
      _attempt: command.attempt,
    });
  }

  set(name: string, value: unknown): void {
    this.#names.set(name, value);
  }

  setAll(values: Readonly<Record<string, unknown>>): void {
    for (const name in values) this.#names.set(name, values[name]);
  }

  /** Whole and by bare names. */
  bindInput(input: PlainMapping): void {
    this.setAll(input);
    this.set('input', input);
    this.set('args', input);
  }

  #setIteration(step: Step, { iteration }: Assignment['command'], iter: Record<string, unknown>): void {
    if (!iteration || step.kind !== 'loop') return;
    const { index, total, item } = iteration;
    this.set(step.loop.iterator, item);
    this.set('_index', index);
    this.set('_total', total);
    this.set('loop', { index: index + 1, index0: index, length: total, first: iter.first, last: iter.last });
  }

  /** A task's `set`: visible at once under its scope and bare. */
  assign(scope: 'ctx' | 'iter' | 'step', name: string, value: PlainValue): void {
    this.#scopes[scope][name] = value;
    this.set(name, value);
  }

  /** `ctx` values that this command's tasks have set so far. */
  get ctx(): PlainMapping {
    return mappingOf(Object.entries(this.#scopes.ctx) as [string, PlainValue][]);
  }

  /** `step.*` as it is now; undefined if there is nothing. */
  get locals(): PlainMapping | undefined {
    const entries = Object.entries(this.#scopes.step) as [string, PlainValue][];
    return entries.length === 0 ? undefined : mappingOf(entries);
  }

  /** What a finished task leaves to the ones after it. */
  addResult(label: string, output: Output): void {
    const { data } = output.view;
    this.#results[label] = data;
    this.set(label, data);
    this.set('_prev', data);
    this.set('output', output.view);
    this.set('outcome', output.view);
  }
}

function iterationNames(step: Step, { iteration }: Assignment['command']): Record<string, unknown> {
  const names: Record<string, unknown> = Object.create(null);
  if (!iteration || step.kind !== 'loop') return names;
  const place = placeOf(iteration);
  const { index, total, first, last } = place;
  const underscored = { _index: index, _total: total, _first: first, _last: last };
  return Object.assign(names, place, underscored, { [step.loop.iterator]: iteration.item });
}

const placeOf = ({ index, total }: CommandIteration) => ({
  index,
  total,
  first: index === 0,
  last: index === total - 1,
});

/** Without the other spellings (`_index`, …). */
function iterationOf(step: Step, { iteration }: Assignment['command']): PlainMapping | undefined {
  if (!iteration) return undefined;
  if (step.kind !== 'loop') return EMPTY_MAPPING;
  return merged(placeOf(iteration), { [step.loop.iterator]: iteration.item as PlainValue });
}
