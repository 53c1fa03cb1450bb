import { mappingOf, type PlainMapping, type PlainValue } from '../common/plain-value.ts';
import { baseContext, extendContext, type RenderContext, withVariables } from '../core/render-context.ts';
import type { LoopingStep, Step } from '../playbook/model.ts';
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
  readonly #names: Record<string, unknown> = Object.create(null);
  readonly #scopes: Readonly<Record<'ctx' | 'iter' | 'step', Record<string, unknown>>>;
  readonly #results: Record<string, unknown> = Object.create(null);

  constructor({ command, program, state }: Assignment, load: Load) {
    const base = baseContext(state, { load });
    const step = program.step(command.step);
    const iter = iterationNames(step, command);
    this.iteration = command.iteration && placeOf(iter);
    const outer = state.header?.parent?.iteration;
    if (outer) iter.parent = outer;
    const locals = state.steps.get(command.step)?.active?.locals;
    this.#scopes = { ctx: Object.create(null), iter, step: Object.assign(Object.create(null), locals) };
    this.context = extendContext(withVariables(base, this.#scopes.ctx), this.#names);
    this.setAll({
      ...command.args,
      ...flatIteration(step, command, iter),
      step: this.#scopes.step,
      iter,
      results: this.#results,
      command_id: command.commandId,
      attempt: command.attempt,
      _attempt: command.attempt,
    });
  }

  set(name: string, value: unknown): void {
    this.#names[name] = value;
  }

  setAll(values: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(values)) this.set(name, value);
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
    this.setAll({ [label]: data, _prev: data, output: output.view, outcome: output.view });
  }
}

function iterationNames(step: Step, { iteration }: Assignment['command']): Record<string, unknown> {
  const names: Record<string, unknown> = Object.create(null);
  if (!iteration || step.kind !== 'loop') return names;
  const { index, total, item } = iteration;
  const position = { index, total, first: index === 0, last: index === total - 1 };
  const underscored = Object.fromEntries(Object.entries(position).map(([key, value]) => [`_${key}`, value]));
  return Object.assign(names, position, underscored, { [iteratorOf(step)]: item });
}

/** Without the other spellings (`_index`, …). */
const placeOf = (iter: Record<string, unknown>): PlainMapping =>
  mappingOf((Object.entries(iter) as [string, PlainValue][]).filter(([name]) => !name.startsWith('_')));

const iteratorOf = (step: LoopingStep): string => step.loop.iterator;

function flatIteration(
  step: Step,
  { iteration }: Assignment['command'],
  iter: Record<string, unknown>,
): Record<string, unknown> {
  if (!iteration || step.kind !== 'loop') return {};
  const { index, total, item } = iteration;
  const loop = { index: index + 1, index0: index, length: total, first: iter.first, last: iter.last };
  return { [iteratorOf(step)]: item, _index: index, _total: total, loop };
}
