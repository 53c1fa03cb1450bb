import {
  EMPTY_MAPPING,
  isMapping,
  mappingOf,
  type PlainMapping,
  type PlainValue,
} from '../common/plain-value.ts';
import type { Program } from '../core/decide/program.ts';
import type { RenderContext } from '../core/render-context.ts';
import { plainData } from '../core/view/plain-data.ts';
import type { Task } from '../playbook/model.ts';
import type { Host } from '../template/index.ts';
import type { Refs } from './with-refs.ts';

export interface Renderer {
  readonly program: Program;
  readonly context: RenderContext;
  readonly host: Host;
  readonly refs: Refs;
}

/** Fields that hold a program in another language: braces in them are that language's, not ours. */
const CODE_FIELDS: ReadonlySet<string> = new Set(['code', 'script']);

export function render(renderer: Renderer, value: PlainValue): Promise<PlainValue> {
  return renderer.refs.resolve(() => renderNow(renderer, value));
}

function renderNow(renderer: Renderer, value: PlainValue): PlainValue {
  if (typeof value === 'string') {
    return plainData(renderer.program.template(value).evaluate(renderer.context, renderer.host));
  }
  if (Array.isArray(value)) return value.map(item => renderNow(renderer, item));
  return isMapping(value) ? renderMapping(renderer, value) : value;
}

function renderMapping(renderer: Renderer, mapping: PlainMapping): PlainMapping {
  return mappingOf(
    Object.entries(mapping).map(([key, value]) => [
      renderer.program.template(key).renderText(renderer.context, renderer.host),
      renderNow(renderer, value),
    ]),
  );
}

/** The tool's fields; code is left as it is written. */
export async function renderConfig(renderer: Renderer, { config }: Task): Promise<PlainMapping> {
  const entries: [string, PlainValue][] = [];
  for (const [key, value] of Object.entries(config)) {
    entries.push([key, CODE_FIELDS.has(key) ? value : await render(renderer, value)]);
  }
  return mappingOf(entries);
}

/** Input of the step, overlaid by the arguments that arrived and by the task's own input. */
export async function renderInput(
  renderer: Renderer,
  stepInput: PlainMapping,
  args: PlainMapping,
  taskInput: PlainMapping,
): Promise<PlainMapping> {
  const own = (await render(renderer, stepInput)) as PlainMapping;
  const task = (await render(renderer, taskInput)) as PlainMapping;
  return mappingOf([
    ...Object.entries(own),
    ...Object.entries(args ?? EMPTY_MAPPING),
    ...Object.entries(task),
  ]);
}
