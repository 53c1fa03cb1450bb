import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

const value = (expression: string, context = {}) => compile(`{{ ${expression} }}`).evaluate(context);

describe('to_datetime', () => {
  it.each([
    ["'2024-02-29'|to_datetime", '2024-02-29T00:00:00Z'],
    ["'2024-02-29T10:00:00+02:00'|to_datetime", '2024-02-29T08:00:00Z'],
    ['1706702400|to_datetime', '2024-01-31T12:00:00Z'],
    ['1706702400.5|to_datetime', '2024-01-31T12:00:00.500Z'],
    ["'29/Feb/2024 11:05 pm'|to_datetime('%d/%b/%Y %I:%M %p')", '2024-02-29T23:05:00Z'],
    ["'20240229T080910.123456'|to_datetime('%Y%m%dT%H%M%S.%f')", '2024-02-29T08:09:10.123Z'],
    ["'2024-02-29 08:00 -0130'|to_datetime('%F %H:%M %z')", '2024-02-29T09:30:00Z'],
    ["'Thursday, February 29 24'|to_datetime('%A, %B %d %y')", '2024-02-29T00:00:00Z'],
  ])('%s', (expression, expected) => expect(value(expression)).toBe(expected));

  it.each(["'2023-02-29'", "'yesterday'", "''", 'true', 'none', '1e18', "'2023-02-29'|replace('x','y')"])(
    'refuses %s without showing it',
    expression => expect(() => value(`${expression}|to_datetime`)).toThrow(/time/),
  );

  it('refuses text that has another format, or a day that does not exist', () => {
    expect(() => value("'31.02.2024'|to_datetime('%d.%m.%Y')")).toThrow('does not have the format');
    expect(() => value("'2024'|to_datetime('%Y-%m')")).toThrow('does not have the format');
    expect(() => value("'2024'|to_datetime('%Q')")).toThrow("'%Q' is not a directive");
  });
});

describe('strftime', () => {
  it.each([
    ['%Y-%m-%d %H:%M:%S.%f', '2024-01-02 03:04:05.678000'],
    ['%j %y %b %B %a %A', '002 24 Jan January Tue Tuesday'],
    ['%I %p %Z %z %s', '03 AM UTC +0000 1704164645'],
    ['%w %u %V %G %e', '2 2 01 2024  2'],
    ['%F %T %D 100%%', '2024-01-02 03:04:05 01/02/24 100%'],
    ['%-d.%-m. %-H:%M', '2.1. 3:04'],
  ])('%s', (format, expected) => {
    expect(value('t|strftime(format)', { t: '2024-01-02T03:04:05.678Z', format })).toBe(expected);
  });

  it('knows ISO weeks that belong to another year', () => {
    expect(value("['2021-01-03', '2024-12-30', '2020-12-31']|map('strftime', '%G-W%V')|list")).toEqual([
      '2020-W53',
      '2025-W01',
      '2020-W53',
    ]);
  });

  it('names a directive it does not know', () => {
    expect(() => value("0|strftime('%Q')")).toThrow("'%Q' is not a known time directive");
  });
});
