import type { Condition, Expectation, ExpectedCalls, ExpectedError, ExpectedStep } from '../model.ts';
import { isList, isMap, isScalar, type MapNode, type Node } from '../read/node.ts';
import type { Builder } from './builder.ts';
import { KEYS } from './known-keys.ts';
import { targetOf } from './test-target.ts';

const STATUSES = ['COMPLETED', 'FAILED', 'CANCELLED'] as const;
const OUTCOMES = ['completed', 'failed', 'skipped', 'not_run'] as const;

export function buildExpectation(builder: Builder, node: Node | undefined): Expectation {
  const map = builder.map(node, '`expect`');
  if (map) builder.unknownKeys(map, KEYS.expect, '`expect`');
  const status = map?.get('status');
  const result = map?.get('result');
  const expectation: Expectation = {
    status: status && builder.oneOf(status, '`status`', STATUSES, 'COMPLETED'),
    steps: buildSteps(builder, map),
    result: result && Object.freeze({ value: builder.value(result) }),
    ctx: builder.mapping(map?.get('ctx'), '`ctx`'),
    error: buildError(builder, map?.get('error')),
    calls: buildCalls(builder, map?.get('calls')),
    that: buildConditions(builder, map?.get('that')),
  };
  return map ? builder.place(expectation, map.range, map) : Object.freeze(expectation);
}

function buildSteps(builder: Builder, expect: MapNode | undefined): Expectation['steps'] {
  const map = builder.map(expect?.get('steps'), '`steps`');
  const steps: Record<string, ExpectedStep> = Object.create(null);
  for (const { key, value } of map?.entries ?? []) steps[key] = buildStep(builder, key, value);
  return map ? builder.place(steps, map.range, map) : Object.freeze(steps);
}

function buildStep(builder: Builder, name: string, node: Node): ExpectedStep {
  const map = isMap(node) ? node : undefined;
  if (map) builder.unknownKeys(map, KEYS.expectStep, 'the expectation of a step');
  const status = map ? map.get('status') : node;
  const step: ExpectedStep = {
    status: status && builder.oneOf(status, `the outcome of \`${name}\``, OUTCOMES, 'completed'),
    runs: builder.integer(map?.get('runs'), '`runs`', 0),
    attempts: builder.integer(map?.get('attempts'), '`attempts`', 0),
  };
  return builder.place(step, node.range, map ?? { status: node });
}

/** A text is a part of the message. */
function buildError(builder: Builder, node: Node | undefined): ExpectedError | undefined {
  if (node === undefined) return undefined;
  if (isScalar(node)) {
    const message = builder.text(node, '`error`');
    return builder.place({ kind: undefined, message, step: undefined }, node.range, { message: node });
  }
  const map = builder.map(node, '`error`');
  if (!map) return undefined;
  builder.unknownKeys(map, KEYS.expectError, '`error`');
  const text = (key: string) => builder.text(map.get(key), `\`${key}\``);
  return builder.place({ kind: text('kind'), message: text('message'), step: text('step') }, map.range, map);
}

function buildCalls(builder: Builder, node: Node | undefined): readonly ExpectedCalls[] {
  const entries = builder.map(node, '`calls`')?.entries ?? [];
  return Object.freeze(
    entries.map(({ key, keyRange, value }) =>
      builder.place({ ...targetOf(key), ...expectedCalls(builder, value) }, keyRange, { value }),
    ),
  );
}

/** How often, or what exactly call by call, or what at least one call had. */
function expectedCalls(builder: Builder, node: Node) {
  if (isList(node)) {
    const list = node.items.map(item => builder.mapping(item, 'a call'));
    return { kind: 'list', list: Object.freeze(list) } as const;
  }
  if (!isMap(node)) {
    return { kind: 'count', count: builder.integer(node, 'the number of calls', 0) ?? 0 } as const;
  }
  builder.unknownKeys(node, KEYS.expectCalls, 'the expectation of calls');
  const count = builder.integer(node.get('count'), '`count`', 0);
  return { kind: 'some', count, with: builder.mapping(node.get('with'), '`with`') } as const;
}

function buildConditions(builder: Builder, node: Node | undefined): readonly Condition[] {
  const nodes = node === undefined ? [] : isList(node) ? node.items : [node];
  return Object.freeze(nodes.flatMap(item => builder.condition(item, 'an item of `that`') ?? []));
}
