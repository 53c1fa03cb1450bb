import { mappingOf, type PlainMapping, type PlainValue } from '../../common/plain-value.ts';
import type { Frame, Loop, LoopingStep } from '../../playbook/model.ts';
import { TemplateError } from '../../template/index.ts';
import type { LoopStart } from '../event.ts';
import type { RenderContext } from '../render-context.ts';
import { NO_RESULT } from '../result.ts';
import { plainData } from '../view/plain-data.ts';
import { Names } from './context.ts';
import { countOf } from './count.ts';
import { renderValue } from './render.ts';
import type { Turn } from './turn.ts';

/** L5: the collection is evaluated once, when the run starts; all iterations use this snapshot. */
export function loopStart(turn: Turn, step: LoopingStep, context: RenderContext): LoopStart {
  const { loop } = step;
  if (loop.source.kind === 'cursor') return cursorStart(turn, loop, loop.source.frame, context);
  const items = arrange(turn, loop, collectionOf(turn, step, context), context);
  const { mode } = loop;
  const limit = mode.kind === 'parallel' ? mode.maxInFlight && countOf(turn, mode.maxInFlight, context) : 1;
  return { total: items.length, maxInFlight: limit, items: { kind: 'inline', data: items } };
}

/** What a cursor claims is not known yet. Absent `max_in_flight`: a frame at a time. */
function cursorStart(turn: Turn, loop: Loop, frame: Frame, context: RenderContext): LoopStart {
  const { mode } = loop;
  const maxFrames =
    mode.kind === 'parallel' && mode.maxInFlight ? countOf(turn, mode.maxInFlight, context) : 1;
  const limit = loop.limit === undefined ? undefined : countOf(turn, loop.limit, context);
  return {
    total: 0,
    maxInFlight: maxFrames * (frame.process === 'frame' ? 1 : frame.rowConcurrency),
    items: NO_RESULT,
    cursor: { maxFrames, limit },
  };
}

function collectionOf(turn: Turn, step: LoopingStep, context: RenderContext): readonly PlainValue[] {
  const { source } = step.loop;
  switch (source.kind) {
    case 'literal':
      return coerce(step.name, renderValue(turn, source.items as PlainValue, context));
    case 'template': {
      const value = turn.program.template(source.template).evaluate(context, turn.host);
      return coerce(step.name, value === undefined ? undefined : plainData(value));
    }
    case 'cursor':
      return [];
  }
}

/** A list as it is, a mapping as its entries, text as JSON or separated values, a number as 0 … n−1. */
export function coerce(step: string, value: PlainValue | undefined): readonly PlainValue[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0)
    return Array.from({ length: value }, (_, i) => i);
  if (typeof value === 'string') return fromText(value);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value as PlainMapping).map(([key, item]) =>
      mappingOf([
        ['key', key],
        ['value', item],
      ]),
    );
  }
  const what = value === undefined ? 'undefined' : value === null ? 'null' : `a ${typeof value}`;
  return fail(`the collection of step '${step}' is ${what}; a loop needs a list, mapping, text or number`);
}

function fromText(text: string): readonly PlainValue[] {
  if (text.trim().startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(text);
      if (Array.isArray(parsed)) return parsed as PlainValue[];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return text
    .split(/[,\n]/)
    .map(part => part.trim())
    .filter(part => part !== '');
}

/** `where`, `order_by` (stable), `limit`, `chunk`, in this order. */
function arrange(
  turn: Turn,
  loop: Loop,
  collection: readonly PlainValue[],
  context: RenderContext,
): readonly PlainValue[] {
  let items = collection;
  const withItem = (item: PlainValue): RenderContext =>
    new Names(context).defineAll({ [loop.iterator]: item, iter: { [loop.iterator]: item } }).context;
  const { where, orderBy } = loop;
  if (where) items = items.filter(item => turn.program.condition(where).test(withItem(item), turn.host));
  if (orderBy) {
    const key = (item: PlainValue) =>
      turn.program.template(orderBy.template).evaluate(withItem(item), turn.host);
    items = items
      .map(item => ({ item, by: key(item) }))
      .sort((a, b) => compareKeys(a.by, b.by))
      .map(({ item }) => item);
  }
  if (loop.limit !== undefined) items = items.slice(0, countOf(turn, loop.limit, context));
  if (loop.chunk === undefined) return items;
  const size = countOf(turn, loop.chunk, context);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

function compareKeys(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  return fail('order_by must give numbers or texts, and the same for all items');
}

function fail(problem: string): never {
  throw new TemplateError('template_value', problem);
}
