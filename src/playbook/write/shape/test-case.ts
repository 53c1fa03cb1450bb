import { isMapping } from '../../../common/plain-value.ts';
import type { Expectation, Mock, MockAnswer, TestCase } from '../../model.ts';
import { type Field, type Fields, leaf, type Tree } from '../tree.ts';
import { data, dataField, field, fields, filled, items, mapping, scalar } from './build.ts';
import type { Places } from './places.ts';

export const testTree = (places: Places, test: TestCase): Fields =>
  fields('block', [
    field('name', leaf(test.name), places.ofValue(test, 'name')),
    dataField(places, test, 'workload', 'workload'),
    mockField(places, test),
    expectField(places, test),
  ]);

function mockField(places: Places, test: TestCase): Field | undefined {
  const parts = test.mocks.map(mock => ({
    key: mock.task === undefined ? mock.step : `${mock.step}.${mock.task}`,
    value: answersTree(places, mock),
    source: places.of(mock),
  }));
  return filled('mock', fields('auto', parts), places.ofValue(test, 'mocks'));
}

/** One answer stands alone, unless it would then be read as a list of answers. */
function answersTree(places: Places, mock: Mock): Tree {
  const [only, ...others] = mock.answers;
  if (others.length === 0 && !(only.kind === 'data' && Array.isArray(only.data))) {
    return answerTree(places, only);
  }
  const parts = mock.answers.map(answer => ({
    value: answerTree(places, answer),
    source: places.of(answer),
  }));
  return items('auto', parts);
}

function answerTree(places: Places, answer: MockAnswer): Tree {
  if (answer.kind === 'data') return data(answer.data, places);
  return fields('auto', [field('error', mapping(answer.error, places), places.of(answer.error))]);
}

function expectField(places: Places, test: TestCase): Field | undefined {
  const { expect } = test;
  const tree = fields('block', [
    scalar(places, expect, 'status', 'status'),
    stepsField(places, expect),
    field('result', expect.result && data(expect.result.value, places), places.ofValue(expect, 'result')),
  ]);
  return filled('expect', tree, places.ofValue(test, 'expect'));
}

function stepsField(places: Places, expect: Expectation): Field | undefined {
  const value = data(expect.steps, places);
  return isMapping(expect.steps) && Object.keys(expect.steps).length > 0
    ? field('steps', value, places.ofValue(expect, 'steps'))
    : undefined;
}
