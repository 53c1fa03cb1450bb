import type { TestCase, TestSignal, TestTarget } from '../model.ts';
import type { SourceRange } from '../positions.ts';
import { isList, type MapNode, type Node } from '../read/node.ts';
import type { Builder } from './builder.ts';
import { KEYS } from './known-keys.ts';
import { buildExpectation } from './test-expectation.ts';
import { buildMock, fixedDuration } from './test-mock.ts';
import { targetOf } from './test-target.ts';

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
      env: builder.mapping(map.get('env'), '`env`'),
      mocks: Object.freeze(mocks.map(({ key, keyRange, value }) => buildMock(builder, key, keyRange, value))),
      real: buildTargets(builder, map.get('real')),
      signals: buildSignals(builder, map.get('signals')),
      timeout: fixedDuration(builder, map.get('timeout'), '`timeout`'),
      expect: buildExpectation(builder, map.get('expect')),
    },
    (map.get('name') ?? map).range,
    map,
  );
}

function buildTargets(builder: Builder, node: Node | undefined): readonly TestTarget[] {
  const nodes = node === undefined ? [] : isList(node) ? node.items : [node];
  const targets = nodes.flatMap(item => {
    const name = builder.text(item, 'an item of `real`');
    return name === undefined ? [] : [builder.place(targetOf(name), item.range)];
  });
  return Object.freeze(targets);
}

/** A mapping of names and data, or a list that can say when and repeat a name. */
function buildSignals(builder: Builder, node: Node | undefined): readonly TestSignal[] {
  if (isList(node)) return Object.freeze(node.items.flatMap(item => buildSignal(builder, item)));
  const entries = builder.map(node, '`signals`')?.entries ?? [];
  const signals = entries.map(({ key, keyRange, value }) =>
    placeSignal(builder, keyRange, { name: key, data: builder.value(value), after: undefined }),
  );
  return Object.freeze(signals);
}

function buildSignal(builder: Builder, node: Node): readonly TestSignal[] {
  const map = builder.map(node, 'a signal');
  if (!map) return [];
  builder.unknownKeys(map, KEYS.testSignal, 'a signal');
  const name = builder.text(map.get('name'), '`name`');
  if (name === undefined) {
    builder.report('wrong_value', map.range, 'a signal must have a `name`');
    return [];
  }
  const data = map.get('data');
  const after = fixedDuration(builder, map.get('after'), '`after`');
  return [placeSignal(builder, map.range, { name, data: data ? builder.value(data) : null, after })];
}

const placeSignal = (builder: Builder, range: SourceRange, signal: TestSignal): TestSignal =>
  builder.place(signal, range);
