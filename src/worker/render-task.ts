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
import { renderCode } from './render-code.ts';
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

/** Fields that hold conditions, which may be written without braces, by kind of tool. */
const CONDITION_FIELDS: Readonly<Record<string, string>> = { assert: 'that' };

/** The tool's fields; code is left as it is written, but for templates that can be nothing else. */
export async function renderConfig(renderer: Renderer, { kind, config }: Task): Promise<PlainMapping> {
  const rendered: Record<string, PlainValue> = Object.create(null);
  for (const [key, value] of Object.entries(config)) {
    rendered[key] = await renderField(renderer, kind, key, value);
  }
  return rendered;
}

async function renderField(
  renderer: Renderer,
  kind: string,
  key: string,
  value: PlainValue,
): Promise<PlainValue> {
  if (typeof value === 'string' && CODE_FIELDS.has(key))
    return renderer.refs.resolve(() => renderCode(renderer, value));
  if (CONDITION_FIELDS[kind] !== key) return render(renderer, value);
  const conditions = Array.isArray(value) ? value : [value];
  return Promise.all(conditions.map(condition => judge(renderer, condition)));
}

/** A condition with what it came to, so that whoever reports on it can name it. */
async function judge(renderer: Renderer, condition: PlainValue): Promise<PlainValue> {
  if (typeof condition !== 'string') return condition;
  const { program, context, host, refs } = renderer;
  const holds = await refs.resolve(() => program.condition({ condition }).test(context, host));
  return mappingOf([
    ['condition', condition],
    ['value', holds],
  ]);
}

/** The `input` of a step or task. Most have none, and that takes no time. */
export async function renderInput(renderer: Renderer, input: PlainMapping): Promise<PlainMapping> {
  return isEmpty(input) ? EMPTY_MAPPING : ((await render(renderer, input)) as PlainMapping);
}

function isEmpty(mapping: PlainMapping): boolean {
  for (const _ in mapping) return false;
  return true;
}
