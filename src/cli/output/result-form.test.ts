import { describe, expect, it } from 'vitest';
import { capturedConsole } from '../../../test/support/captured-console.ts';
import type { PlainValue } from '../../common/plain-value.ts';
import { chosenForm, formatResult } from './result-form.ts';

const table = (value: PlainValue, outColumns?: number) =>
  formatResult(value, 'table', { ...capturedConsole(), outColumns });

describe('a result as a table', () => {
  it('shows records in columns, numbers to the right', () => {
    const rows = [
      { shop: 'Berlin', orders: 12, note: null },
      { shop: '東京', orders: 7, tags: ['a', 'b'] },
    ];
    expect(table(rows)).toBe(
      ['shop    orders  note  tags', 'Berlin      12', '東京         7        ["a","b"]'].join('\n'),
    );
  });

  it('narrows the widest columns to what the terminal has', () => {
    const rows = [{ id: 1, text: 'a rather long text that does not fit', url: 'https://example.com/a/b/c' }];
    const lines = table(rows, 40).split('\n');
    expect(lines[1]).toBe(' 1  a rather long te…  https://example.…');
    expect(lines.every(line => line.length <= 40)).toBe(true);
  });

  it('shows a mapping with a line per key, and what is inside below it', () => {
    const value = {
      name: 'x',
      count: 3n,
      ok: true,
      none: null,
      rows: [{ a: 1 }],
      list: [1, 'two'],
      more: { deep: 'yes' },
      empty: {},
    };
    expect(table(value)).toBe(
      [
        'name   x',
        'count  3',
        'ok     true',
        'none   null',
        'rows',
        '  a',
        '  1',
        'list',
        '  - 1',
        '  - two',
        'more',
        '  deep  yes',
        'empty  {}',
      ].join('\n'),
    );
  });

  it('prints a text as it is, and further lines of a text in a mapping below its first', () => {
    expect(table('two\nlines')).toBe('two\nlines');
    expect(table({ log: 'two\nlines\n', n: 1 })).toBe('log  two\n     lines\nn    1');
  });

  it('lets no value move the cursor inside a table', () => {
    expect(table([{ a: 'x\u001b[2Jy' }])).toBe('a\nx␛[2Jy');
  });

  it('copes with values that are nothing', () => {
    expect([table([]), table({}), table(0), table(false), table('')]).toEqual(['[]', '{}', '0', 'false', '']);
  });
});

describe('the form nobody asked for', () => {
  it('is a table on a terminal, and text or JSON elsewhere', () => {
    const console = capturedConsole();
    expect(chosenForm(undefined, { ...console, outColumns: 80 })).toBe('table');
    expect(chosenForm(undefined, console)).toBe('text');
    expect(chosenForm('yaml', { ...console, outColumns: 80 })).toBe('yaml');
    expect(formatResult('a text', 'text', console)).toBe('a text');
    expect(formatResult({ n: 2n ** 60n }, 'text', console)).toBe('{\n  "n": "1152921504606846976"\n}');
  });
});
