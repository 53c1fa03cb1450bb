import type { Expectation, Mock, MockAnswer, TestCase } from '../model.ts';
import { isList, isMap, type MapNode, type Node } from '../read/node.ts';
import type { Builder } from './builder.ts';
import { KEYS } from './known-keys.ts';

const STATUSES = ['COMPLETED', 'FAILED', 'CANCELLED'] as const;
const STEP_OUTCOMES = ['completed', 'failed', 'skipped', 'not_run'] as const;

export function buildTests(builder: Builder, node: Node | undefined): readonly TestCase[] {
  const list = builder.list(node, '`tests`');
  const tests = (list?.items ?? []).flatMap((item, index) => {
    const map = builder.map(item, 'a test');
    return map ? [buildTest(builder, map, index)] : [];
  });
  return Object.freeze(tests);
}

function buildTest(builder: Builder, map: MapNode, index: number): TestCase {
  builder.unknownKeys(map, KEYS.test, 'a test');
  const mocks = builder.map(map.get('mock'), '`mock`')?.entries ?? [];
  return builder.place(
    {
      name: builder.text(map.get('name'), '`name`') ?? `test ${index + 1}`,
      workload: builder.mapping(map.get('workload'), '`workload`'),
      mocks: Object.freeze(mocks.map(({ key, keyRange, value }) => buildMock(builder, key, keyRange, value))),
      expect: buildExpectation(builder, map.get('expect')),
    },
    (map.get('name') ?? map).range,
  );
}

/** By step, or `step.task`. A list answers call by call. */
function buildMock(builder: Builder, key: string, keyRange: MapNode['range'], value: Node): Mock {
  const dot = key.indexOf('.');
  const [first, ...rest] = (isList(value) && value.items.length > 0 ? value.items : [value]).map(item =>
    buildAnswer(builder, item),
  );
  return builder.place(
    {
      step: dot === -1 ? key : key.slice(0, dot),
      task: dot === -1 ? undefined : key.slice(dot + 1),
      answers: Object.freeze([first!, ...rest] as const),
    },
    keyRange,
  );
}

function buildAnswer(builder: Builder, node: Node): MockAnswer {
  const error = isMap(node) && node.entries.length === 1 ? node.get('error') : undefined;
  return Object.freeze(
    isMap(error)
      ? { kind: 'error', error: builder.mapping(error, '`error`') }
      : { kind: 'data', data: builder.value(node) },
  );
}

function buildExpectation(builder: Builder, node: Node | undefined): Expectation {
  const map = builder.map(node, '`expect`');
  if (map) builder.unknownKeys(map, KEYS.expect, '`expect`');
  const status = map?.get('status');
  const steps: Record<string, (typeof STEP_OUTCOMES)[number]> = Object.create(null);
  const fields: Record<string, Node> = Object.create(null);
  for (const { key, value } of builder.map(map?.get('steps'), '`steps`')?.entries ?? []) {
    steps[key] = builder.oneOf(value, `the outcome of \`${key}\``, STEP_OUTCOMES, 'completed');
    fields[key] = value;
  }
  const result = map?.get('result');
  const range = (map?.get('steps') ?? map ?? node)?.range;
  return Object.freeze({
    status: status && builder.oneOf(status, '`status`', STATUSES, 'COMPLETED'),
    steps: range ? builder.place(steps, range, fields) : Object.freeze(steps),
    result: result && Object.freeze({ value: builder.value(result) }),
  });
}
