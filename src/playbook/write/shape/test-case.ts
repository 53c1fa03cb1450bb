import type { TestCase, TestSignal } from '../../model.ts';
import { type Field, type Fields, leaf, type Tree } from '../tree.ts';
import { data, dataField, field, fields, filled, items } from './build.ts';
import { duration } from './expression.ts';
import type { Places } from './places.ts';
import { expectField } from './test-expectation.ts';
import { planTree } from './test-mock.ts';
import { targetKey } from './test-target.ts';

export const testTree = (places: Places, test: TestCase): Fields =>
  fields('block', [
    field('name', leaf(test.name), places.ofValue(test, 'name')),
    dataField(places, test, 'workload', 'workload'),
    dataField(places, test, 'env', 'env'),
    mockField(places, test),
    realField(places, test),
    signalsField(places, test),
    duration(places, test, 'timeout', 'timeout'),
    expectField(places, test),
  ]);

function mockField(places: Places, test: TestCase): Field | undefined {
  const parts = test.mocks.map(mock => ({
    key: targetKey(mock),
    value: planTree(places, mock.plan),
    source: places.of(mock),
  }));
  return filled('mock', fields('auto', parts), places.ofValue(test, 'mock'));
}

function realField(places: Places, test: TestCase): Field | undefined {
  const parts = test.real.map(target => ({ value: leaf(targetKey(target)), source: places.of(target) }));
  return filled('real', items('auto', parts), places.ofValue(test, 'real'));
}

/** By name where every name is there once and comes at once. */
function signalsField(places: Places, test: TestCase): Field | undefined {
  const { signals } = test;
  const isPlain = signals.every(({ after }) => after === undefined);
  const areDistinct = new Set(signals.map(({ name }) => name)).size === signals.length;
  const source = places.ofValue(test, 'signals');
  if (!isPlain || !areDistinct) {
    const parts = signals.map(signal => ({ value: signalTree(places, signal), source: places.of(signal) }));
    return filled('signals', items('auto', parts), source);
  }
  const parts = signals.map(signal => ({
    key: signal.name,
    value: data(signal.data, places),
    source: places.of(signal),
  }));
  return filled('signals', fields('auto', parts), source);
}

const signalTree = (places: Places, signal: TestSignal): Tree =>
  fields('auto', [
    field('name', leaf(signal.name)),
    signal.data === null ? undefined : field('data', data(signal.data, places)),
    duration(places, signal, 'after', 'after'),
  ]);
