import { expect, it } from 'vitest';
import { allOf, takeApart } from './event-test.ts';

it('takes the event out of a condition, wherever it stands', () => {
  expect(takeApart("{{ event.name == 'call.done' }}")).toEqual({ event: 'call.done', rest: undefined });
  expect(takeApart('event.name == "call.error" and error.status == 503')).toEqual({
    event: 'call.error',
    rest: 'error.status == 503',
  });
  expect(takeApart("{{ response.ok\n  and event.name == 'step.exit' }}")).toEqual({
    event: 'step.exit',
    rest: 'response.ok',
  });
  expect(takeApart('{{ workload.x }}')).toEqual({ event: undefined, rest: 'workload.x' });
});

it('leaves an `or` in brackets alone, and gives up on one outside them', () => {
  expect(takeApart("event.name == 'call.done' and (a or b)")).toEqual({
    event: 'call.done',
    rest: '(a or b)',
  });
  expect(takeApart("event.name == 'call.done' and x == 'this or that'")?.rest).toBe("x == 'this or that'");
  expect(takeApart("event.name == 'call.done' and a or b")).toBeUndefined();
});

it('gives up where the event is read otherwise', () => {
  expect(takeApart("{{ event.name in ['call.done', 'step.exit'] }}")).toBeUndefined();
  expect(takeApart("{{ event.payload.x and event.name == 'call.done' }}")).toBeUndefined();
});

it('joins what must hold together', () => {
  expect(allOf(undefined)).toBeUndefined();
  expect(allOf(undefined, 'a')).toBe('{{ a }}');
  expect(allOf('a', 'b or c')).toBe('{{ (a) and (b or c) }}');
});
