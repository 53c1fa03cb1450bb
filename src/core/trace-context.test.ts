import { describe, expect, it } from 'vitest';
import { attemptSpan, executionSpan, ownTrace, parseTraceparent, traceOfAttempt } from './trace-context.ts';

const GIVEN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('a traceparent', () => {
  it('is read, in any case and with spaces around it', () => {
    const context = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
    expect(parseTraceparent(GIVEN)).toEqual(context);
    expect(parseTraceparent(` ${GIVEN.toUpperCase()} `)).toEqual(context);
  });

  it.each([
    '',
    'x',
    GIVEN.slice(0, -1),
    GIVEN.replace('00-', '01-'),
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  ])('is ignored if it is none: %s', written => expect(parseTraceparent(written)).toBeUndefined());
});

it('begins with the execution itself where nobody has led to it', () => {
  expect(parseTraceparent(ownTrace('1'))?.spanId).toBe(executionSpan('1'));
  expect(ownTrace('1')).toBe(ownTrace('1'));
  expect(ownTrace('1')).not.toBe(ownTrace('2'));
});

it('tells what is called of the attempt that calls it', () => {
  const told = traceOfAttempt({ trace: GIVEN }, '1:a:2', 3);
  expect(told).toBe(`00-4bf92f3577b34da6a3ce929d0e0e4736-${attemptSpan('1:a:2', 3)}-01`);
  expect(traceOfAttempt({ trace: undefined }, '1:a:2', 3)).toBeUndefined();
});
