import type { Mock, MockAnswer, MockPlan } from '../model.ts';
import type { SourceRange } from '../positions.ts';
import { isList, isMap, type MapNode, type Node } from '../read/node.ts';
import type { Builder } from './builder.ts';
import { targetOf } from './test-target.ts';

/** By step, or `step.task`. A list answers call by call, `{ each: […] }` iteration by iteration. */
export function buildMock(builder: Builder, key: string, keyRange: SourceRange, value: Node): Mock {
  return builder.place({ ...targetOf(key), plan: buildPlan(builder, value) }, keyRange);
}

function buildPlan(builder: Builder, node: Node): MockPlan {
  const each = isMap(node) && onlyHas(node, ['each']) ? node.get('each') : undefined;
  if (isList(each)) {
    const plans = Object.freeze(each.items.map(item => callsOrOne(builder, item)));
    return builder.place({ kind: 'each', plans }, node.range);
  }
  return callsOrOne(builder, node);
}

/** An empty list is data: no call could be answered by it. */
function callsOrOne(builder: Builder, node: Node): MockPlan {
  if (!isList(node) || node.items.length === 0) {
    return builder.place({ kind: 'always', answer: buildAnswer(builder, node) }, node.range);
  }
  const answers = Object.freeze(node.items.map(item => buildAnswer(builder, item)));
  return builder.place({ kind: 'calls', answers }, node.range);
}

/**
 * `{ error: {…} }` fails, `{ after: 5s, value: … }` and `{ after: 5s, error: {…} }` take virtual time,
 * everything else is the data itself.
 */
function buildAnswer(builder: Builder, node: Node): MockAnswer {
  const isForm = isMap(node) && (onlyHas(node, ['error']) || isDelayed(node));
  const error = isForm ? node.get('error') : undefined;
  const after = isForm ? fixedDuration(builder, node.get('after'), '`after`') : undefined;
  if (isMap(error) || (error && after !== undefined)) {
    return builder.place({ kind: 'error', error: builder.mapping(error, '`error`'), after }, node.range, {
      error,
    });
  }
  const value = isForm && isDelayed(node) ? node.get('value') : node;
  const data = value ? builder.value(value) : null;
  return builder.place({ kind: 'data', data, after }, node.range, { data: value });
}

const isDelayed = (map: MapNode): boolean =>
  map.has('after') && (onlyHas(map, ['after', 'value']) || onlyHas(map, ['after', 'error']));

const onlyHas = (map: MapNode, keys: readonly string[]): boolean =>
  map.entries.length > 0 && map.entries.every(({ key }) => keys.includes(key));

/** A duration that nothing evaluates. */
export function fixedDuration(builder: Builder, node: Node | undefined, what: string): number | undefined {
  const duration = builder.duration(node, what);
  if (duration === undefined || typeof duration === 'number') return duration;
  builder.report('wrong_value', node!.range, `${what} of a test cannot be a template`);
  return undefined;
}
