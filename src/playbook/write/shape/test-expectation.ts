import type { Expectation, ExpectedCalls, ExpectedStep, TestCase } from '../../model.ts';
import { type Field, leaf, type Tree } from '../tree.ts';
import { data, dataField, field, fields, filled, items, mapping, scalar } from './build.ts';
import { conditionTree } from './expression.ts';
import type { Places } from './places.ts';
import { targetKey } from './test-target.ts';

export function expectField(places: Places, test: TestCase): Field | undefined {
  const { expect } = test;
  const tree = fields('block', [
    scalar(places, expect, 'status', 'status'),
    stepsField(places, expect),
    field('result', expect.result && data(expect.result.value, places), places.ofValue(expect, 'result')),
    dataField(places, expect, 'ctx', 'ctx'),
    errorField(places, expect),
    callsField(places, expect),
    thatField(places, expect),
  ]);
  return filled('expect', tree, places.ofValue(test, 'expect'));
}

function stepsField(places: Places, expect: Expectation): Field | undefined {
  const parts = Object.entries(expect.steps).map(([key, step]) => ({
    key,
    value: stepTree(places, step),
    source: places.ofValue(expect.steps, key),
  }));
  return filled('steps', fields('auto', parts), places.ofValue(expect, 'steps'));
}

function stepTree(places: Places, step: ExpectedStep): Tree {
  if (step.status !== undefined && step.runs === undefined && step.attempts === undefined)
    return leaf(step.status);
  return fields('auto', [
    scalar(places, step, 'status', 'status'),
    scalar(places, step, 'runs', 'runs'),
    scalar(places, step, 'attempts', 'attempts'),
  ]);
}

/** A part of the message alone is written as it is. */
function errorField(places: Places, expect: Expectation): Field | undefined {
  const { error } = expect;
  if (!error) return undefined;
  const isText = error.message !== undefined && error.kind === undefined && error.step === undefined;
  const tree = isText
    ? leaf(error.message as string)
    : fields('auto', [
        scalar(places, error, 'kind', 'kind'),
        scalar(places, error, 'message', 'message'),
        scalar(places, error, 'step', 'step'),
      ]);
  return field('error', tree, places.ofValue(expect, 'error'));
}

function callsField(places: Places, expect: Expectation): Field | undefined {
  const parts = expect.calls.map(calls => ({
    key: targetKey(calls),
    value: callsTree(places, calls),
    source: places.of(calls),
  }));
  return filled('calls', fields('auto', parts), places.ofValue(expect, 'calls'));
}

function callsTree(places: Places, calls: ExpectedCalls): Tree {
  switch (calls.kind) {
    case 'count':
      return leaf(calls.count);
    case 'list':
      return items(
        'auto',
        calls.list.map(call => ({ value: mapping(call, places), source: places.of(call) })),
      );
    case 'some':
      return fields('auto', [
        calls.count === undefined ? undefined : field('count', leaf(calls.count)),
        Object.keys(calls.with).length > 0
          ? field('with', mapping(calls.with, places), places.of(calls.with))
          : undefined,
      ]);
  }
}

function thatField(places: Places, expect: Expectation): Field | undefined {
  const parts = expect.that.map(each => ({ value: conditionTree(each), source: places.of(each) }));
  return filled('that', items('block', parts), places.ofValue(expect, 'that'));
}
