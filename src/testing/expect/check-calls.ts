import type { PlainMapping } from '../../common/plain-value.ts';
import type { Expectation, ExpectedCalls } from '../../playbook/model.ts';
import { isAt } from '../mocks/call-place.ts';
import { type Difference, match } from './match.ts';
import type { Outcome } from './outcome.ts';

export function checkCalls({ calls }: Expectation, outcome: Outcome): readonly Difference[] {
  return calls.flatMap(expected => {
    const made = outcome.calls.filter(({ place }) => isAt(expected, place)).map(({ view }) => view);
    return check(expected, made, `calls.${nameOf(expected)}`);
  });
}

const nameOf = ({ within, step, task }: ExpectedCalls): string =>
  [...within, task === undefined ? step : `${step}.${task}`].join('/');

function check(expected: ExpectedCalls, made: readonly PlainMapping[], path: string): readonly Difference[] {
  switch (expected.kind) {
    case 'count':
      return checkCount(expected.count, made, path);
    case 'list': {
      const wrongCount = checkCount(expected.list.length, made, path);
      if (wrongCount.length > 0) return wrongCount;
      return expected.list.flatMap((call, i) => match(call, made[i], `${path}[${i}]`));
    }
    case 'some':
      return [
        ...(expected.count === undefined ? [] : checkCount(expected.count, made, path)),
        ...checkSome(expected.with, made, path),
      ];
  }
}

function checkCount(count: number, made: readonly PlainMapping[], path: string): readonly Difference[] {
  if (made.length === count) return [];
  return [{ path, expected: callsText(count), actual: callsText(made.length) }];
}

const callsText = (count: number): string => `${count} ${count === 1 ? 'call' : 'calls'}`;

/** No call has it: the one that comes nearest is shown. */
function checkSome(wanted: PlainMapping, made: readonly PlainMapping[], path: string): readonly Difference[] {
  if (Object.keys(wanted).length === 0) return [];
  if (made.length === 0) return [{ path, expected: wanted, actual: undefined, note: 'there was no call' }];
  const all = made.map((call, i) => match(wanted, call, `${path}[${i}]`));
  const nearest = all.reduce((best, each) => (each.length < best.length ? each : best));
  return nearest.map(each => ({ ...each, note: `no call has it; nearest of ${made.length} is shown` }));
}
